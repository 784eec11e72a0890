/** What opened a dialog may be gone once that has done its work: the keyboard goes on at this side of the record, where it stood. */
export function regainFocus(side: string): void {
  if (document.activeElement === document.body) document.getElementById(side)?.focus({ preventScroll: true })
}
