import { useState } from 'react'

/**
 * For a dialog that is mounted while it is open: `close` shuts it, `props` are the Modal's own. After the closing transition the focus is
 * restored, and `onClose` is called.
 */
export function useDialog(onClose: () => void) {
  const [opened, setOpened] = useState(true)
  const [opener] = useState(() => document.activeElement)
  const close = () => setOpened(false)

  /** The Modal restores the focus only if it was mounted, closed, before it opened. */
  function onExitTransitionEnd() {
    if (opener instanceof HTMLElement) opener.focus()
    onClose()
  }
  return { close, props: { opened, onClose: close, onExitTransitionEnd } }
}
