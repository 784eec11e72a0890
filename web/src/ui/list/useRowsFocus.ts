import { useEffect, useRef } from 'react'

interface Options extends FocusOptions {
  /** What of each row can have the focus, where a button that fetches more of them goes with the last: it goes on with the first new one. */
  more?: string
}

/** Rows of which one may go while it has the focus: the keyboard goes on at the box that they stand in, which gets the ref. */
export function useRowsFocus<Box extends HTMLElement>(count: number, { more, preventScroll = false }: Options = {}) {
  const box = useRef<Box>(null)
  const before = useRef(count)
  useEffect(() => {
    const from = before.current
    before.current = count
    if (document.activeElement !== document.body) return
    if (count < from) box.current?.focus({ preventScroll })
    if (more && from > 0 && count > from) box.current?.querySelectorAll<HTMLElement>(more)[from]?.focus()
  }, [count, more, preventScroll])
  return box
}
