import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

const gap = 8

/** The bottom edge of the lowest open popover over this element, in pixels of the window. */
function lowestOver({ left, right }: DOMRect): number {
  const boxes = [...document.querySelectorAll<HTMLElement>('.mantine-Popover-dropdown, [data-dates-dropdown]')]
    .map((box) => ({ ...box.getBoundingClientRect().toJSON(), height: box.offsetHeight }) as DOMRect)
    .filter((box) => box.height > 0 && box.left < right && box.right > left)
  return Math.max(0, ...boxes.map((box) => box.top + box.height))
}

/** Runs a function at once, or after the present press: an element that moves during a press misses the click. */
function useAfterPress() {
  const isPressed = useRef(false)
  const waiting = useRef<() => void>(null)
  useEffect(() => {
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // The click event comes before this.
      setTimeout(() => {
        waiting.current?.()
        waiting.current = null
      })
    }
    const ends = ['pointerup', 'pointercancel'] as const
    document.addEventListener('pointerdown', press, true)
    for (const end of ends) document.addEventListener(end, release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      for (const end of ends) document.removeEventListener(end, release, true)
    }
  }, [])
  return useCallback((run: () => void) => {
    if (isPressed.current) waiting.current = run
    else run()
  }, [])
}

/** Moves an element down as far as needed while a popover below a field would cover it. */
export function useRoomBelow() {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const make = useCallback(() => {
    // The popover is placed within the frame after it was opened.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const row = ref.current
        const own = row?.querySelector('button[type=submit]')?.getBoundingClientRect()
        if (!row || !own) return
        const above = Number.parseFloat(getComputedStyle(row).marginTop)
        setRoom(Math.max(0, lowestOver(own) + gap - (own.top - above)))
      }),
    )
  }, [])
  const afterPress = useAfterPress()
  const free = useCallback(() => afterPress(() => setRoom(0)), [afterPress])
  const popover = useMemo(() => ({ onOpen: make, onClose: free }), [make, free])
  return { ref, popover, room }
}
