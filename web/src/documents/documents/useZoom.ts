import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Zooms by buttons and by two fingers; a touch pad reports a pinch as the wheel with Ctrl. */
export function useZoom(box: HTMLElement | null) {
  const [zoom, setZoom] = useState(1)
  const [zoomBy] = useState(() => (factor: number) => setZoom((from) => Math.min(4, Math.max(0.25, from * factor))))
  const last = useRef(zoom)
  useLayoutEffect(() => {
    const ratio = zoom / last.current
    last.current = zoom
    if (!box || ratio === 1) return
    // The point in the middle stays in the middle.
    const stays = (start: number, room: number) => (start + room / 2) * ratio - room / 2
    box.scrollTo(stays(box.scrollLeft, box.clientWidth), stays(box.scrollTop, box.clientHeight))
  }, [box, zoom])
  useEffect(() => {
    if (!box) return
    const listening = new AbortController()
    const options = { passive: false, signal: listening.signal }
    let span = 0
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY / 300))
    }
    const onTouch = (event: TouchEvent) => {
      const [one, other] = event.touches
      const before = span
      span = one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0
      if (span === 0) return
      event.preventDefault()
      if (before > 0) zoomBy(span / before)
    }
    box.addEventListener('wheel', onWheel, options)
    for (const type of ['touchstart', 'touchmove', 'touchend'] as const) box.addEventListener(type, onTouch, options)
    return () => listening.abort()
  }, [box, zoomBy])
  return { zoom, zoomBy }
}
