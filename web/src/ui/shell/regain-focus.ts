/**
 * What opened a dialog may be gone once that has done its work, at once or when the record is fetched again: the keyboard goes on at
 * this side of the record, where it stood.
 */
export function regainFocus(side: string): void {
  const { activeElement: focused, body } = document
  const goOn = () => {
    if (document.activeElement === body) document.getElementById(side)?.focus({ preventScroll: true })
  }
  goOn()
  if (!focused || focused === body) return
  const observer = new MutationObserver(() => {
    if (focused.isConnected && document.activeElement === focused) return
    observer.disconnect()
    goOn()
  })
  observer.observe(body, { childList: true, subtree: true })
}
