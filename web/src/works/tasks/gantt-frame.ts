import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isForPaper, mostOnPaper, usePrinting } from '../../ui/shell/usePrinting.ts'
import { axisOf, daysWithin, rowsToDraw, type Scale, xOf } from './gantt-axis.ts'
import type * as g from './gantt-scale.ts'

/** The room in the frame and the size of a rem, in pixels. */
export function useFrame() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [rem, setRem] = useState(16)
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const measure = () => {
      // In print, the chart is scaled down as it was rendered.
      if (isForPaper()) return
      setWidth(frame.clientWidth)
      setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    }
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
  const narrow = width < 40 * rem
  const titleWidth = narrow ? 0 : Math.round(Math.min(24 * rem, width * 0.34))
  return { ref, width, rem, narrow, titleWidth, room: Math.max(1, width - titleWidth) }
}
export type Frame = ReturnType<typeof useFrame>
export type FrameRef = Frame['ref']

/** Headings and bars are rendered in stretches of this many pixels around the view. */
const stretch = 512

/** The axis at a scale, and the days in view. Changing the scale keeps the same days in the middle. */
export function useAxis(ref: FrameRef, room: number, { start, end }: g.Span, scale: Scale, today: number) {
  const axis = useMemo(() => axisOf({ start, end }, scale, room), [start, end, scale, room])
  const [stretchIndex, setStretchIndex] = useState(0)
  const middle = useRef<number>(null)
  const view = useMemo(
    () => daysWithin(axis, (stretchIndex - 1) * stretch, (stretchIndex + 2) * stretch + room),
    [axis, stretchIndex, room],
  )

  function scrollTo(x: number) {
    if (ref.current) ref.current.scrollLeft = x
  }
  const showMiddle = (day: number) => scrollTo(xOf(axis, day) - room / 2)
  useLayoutEffect(() => {
    middle.current ??= Math.max(axis.start, Math.min(today, axis.end))
    if (ref.current) ref.current.scrollLeft = xOf(axis, middle.current) - room / 2
  }, [axis, ref, room, today])
  function onScroll() {
    const x = ref.current?.scrollLeft ?? 0
    setStretchIndex(Math.floor(x / stretch))
    if (scale !== 'fit') middle.current = axis.start + (x + room / 2) / axis.unit
  }
  /** Scrolls to the first of these days, unless some are in view. */
  function show(days: g.Span | null, always = false) {
    const x = ref.current?.scrollLeft ?? 0
    const isSeen = days && xOf(axis, days.end) > x && xOf(axis, days.start) < x + room
    if (days && (always || !isSeen)) scrollTo(xOf(axis, days.start) - room / 8)
  }
  return { axis, view, onScroll, show, showMiddle }
}

/** The rows that the frame shows. All rows have the same height, so that none has to be measured. */
export function useRowWindow(ref: FrameRef, count: number, head: number, height: number, keep: number) {
  const [{ first, last }, setShown] = useState({ first: 0, last: 0 })
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const measure = () => {
      const { scrollTop, clientHeight } = frame
      const next = { first: Math.floor(scrollTop / height), last: Math.ceil((scrollTop + clientHeight) / height) }
      setShown((shown) => (shown.first === next.first && shown.last === next.last ? shown : next))
    }
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(frame)
    frame.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', measure)
    }
  }, [ref, height])
  function scrollTo(index: number) {
    const frame = ref.current
    if (!frame) return
    const minTop = head + (index + 1) * height - frame.clientHeight
    frame.scrollTop = Math.min(index * height, Math.max(minTop, frame.scrollTop))
  }
  const isPaper = usePrinting()
  const drawn = isPaper ? rowsToDraw(0, Math.min(count, mostOnPaper), count, 0) : rowsToDraw(first, last, count, keep)
  return { drawn, scrollTo }
}
