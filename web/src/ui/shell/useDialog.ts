import { useState } from 'react'

/**
 * For a dialog that is there as long as it is open: `close` shuts it, `props` are the Modal's own. Once it has gone from sight
 * the focus is back where it was, and `onClose` is called.
 */
export function useDialog(onClose: () => void) {
  const [opened, setOpened] = useState(true)
  const [opener] = useState(() => document.activeElement)
  const close = () => setOpened(false)

  /** The dialog itself gives the focus back only when it was there, closed, before it opened. */
  function onExitTransitionEnd() {
    if (opener instanceof HTMLElement) opener.focus()
    onClose()
  }
  return { close, props: { opened, onClose: close, onExitTransitionEnd } }
}
