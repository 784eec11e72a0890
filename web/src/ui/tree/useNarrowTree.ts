import { useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '../shell/usePrinting.ts'

/** Whether this box is too narrow for a tree table: the same width at which its rows wrap. */
export function useNarrowTree() {
  const ref = useRef<HTMLDivElement>(null)
  const [isNarrow, setNarrow] = useState(false)
  const isPaper = usePrinting()
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    // The border of the frame takes a pixel on either side.
    const measure = () => setNarrow(box.clientWidth - 2 < 63 * rem)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [])
  return { ref, isNarrow: isNarrow && !isPaper }
}
