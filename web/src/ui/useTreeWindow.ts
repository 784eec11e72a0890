import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

/** How far the element stands from the top of the page, followed as what is above it grows and shrinks. */
function useOffsetTop() {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => ref.current && setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { ref, top }
}

interface Options {
  count: number
  keyOf: (index: number) => string
  /** The row that has the focus stays in the page wherever it is scrolled to. */
  keep: number
}

const underHeaders = 100

/** The part of a long list that the window shows. */
export function useTreeWindow({ count, keyOf, keep }: Options) {
  const { ref, top } = useOffsetTop()
  // oxlint-disable-next-line react/incompatible-library -- speaks of React's compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => 52,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: underHeaders,
    scrollPaddingEnd: 16,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return keep >= count || shown.includes(keep) ? shown : [...shown, keep].sort((a, b) => a - b)
    },
  })
  return { ref, top, virtualizer }
}
