import { useEffect, useRef, useState } from 'react'

/**
 * For a dialog that is there as long as it is open: `close` shuts it, `props` are the Modal's own. It is gone with `onClose`, and does
 * not fade: what asked for it again meanwhile would find the one that ends. Then the focus is back where it was.
 */
export function useDialog(onClose: () => void) {
  const [opener] = useState(() => document.activeElement)
  const isClosed = useRef(false)
  // The dialog itself gives the focus back only when it was there, closed, before it opened.
  useEffect(
    () => () => {
      if (isClosed.current && opener instanceof HTMLElement) opener.focus()
    },
    [opener],
  )
  const close = () => {
    isClosed.current = true
    onClose()
  }
  return { close, props: { opened: true, onClose: close } }
}
