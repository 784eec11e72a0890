import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isForPaper, mostOnPaper, usePrinting } from '../../ui/shell/usePrinting.ts'
import { axisOf, daysWithin, rowsToDraw, type Scale, xOf } from './gantt-axis.ts'
import type * as g from './gantt-scale.ts'

/** The room in the frame, in pixels, and how many of them a rem has. */
export function useFrame() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [rem, setRem] = useState(16)
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const measure = () => {
      // Paper takes the chart as it was drawn, made smaller.
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

/** Headings and bars are drawn so many pixels at a time, beside those in view. */
const stretch = 512

/** The axis at a scale, and which of its days are in view. Another scale shows the same days in the middle. */
export function useAxis(ref: FrameRef, room: number, { start, end }: g.Span, scale: Scale, today: number) {
  const axis = useMemo(() => axisOf({ start, end }, scale, room), [start, end, scale, room])
  const [at, setAt] = useState(0)
  const middle = useRef<number>(null)
  const view = useMemo(() => daysWithin(axis, (at - 1) * stretch, (at + 2) * stretch + room), [axis, at, room])

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
    setAt(Math.floor(x / stretch))
    if (scale !== 'fit') middle.current = axis.start + (x + room / 2) / axis.unit
  }
  /** Brings the first of these days into view, unless one of them is. */
  function show(shown: g.Span | null, always = false) {
    const x = ref.current?.scrollLeft ?? 0
    const isSeen = shown && xOf(axis, shown.end) > x && xOf(axis, shown.start) < x + room
    if (shown && (always || !isSeen)) scrollTo(xOf(axis, shown.start) - room / 8)
  }
  return { axis, view, onScroll, show, showMiddle }
}

/** The part of the rows that the frame shows. They are all of one height, so that nothing has to be measured. */
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
    const least = head + (index + 1) * height - frame.clientHeight
    frame.scrollTop = Math.min(index * height, Math.max(least, frame.scrollTop))
  }
  const isPaper = usePrinting()
  const drawn = isPaper ? rowsToDraw(0, Math.min(count, mostOnPaper), count, 0) : rowsToDraw(first, last, count, keep)
  return { drawn, scrollTo }
}
