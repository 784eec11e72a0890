import { useEffect, useRef } from 'react'

interface Options extends FocusOptions {
  /** A selector for the focusable part of a row. If the button for more rows goes with the last page, the first new row takes the focus. */
  more?: string
}

/** Keeps the focus when a focused row is removed: the container, which gets the ref, takes it. */
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
