/**
 * Focuses this section of the record once the focused element is gone: the button that opened a dialog may disappear after its work,
 * at once or when the record is fetched again.
 */
export function regainFocus(side: string): void {
  const { activeElement: focused, body } = document
  const focusSection = () => {
    if (document.activeElement === body) document.getElementById(side)?.focus({ preventScroll: true })
  }
  focusSection()
  if (!focused || focused === body) return
  const observer = new MutationObserver(() => {
    if (focused.isConnected && document.activeElement === focused) return
    observer.disconnect()
    focusSection()
  })
  observer.observe(body, { childList: true, subtree: true })
}
