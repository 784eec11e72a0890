/** What opened a dialog may be gone once that has done its work: the keyboard goes on where it stood. */
export function regainFocus(): void {
  if (document.activeElement === document.body) document.getElementById('settlements')?.focus({ preventScroll: true })
}
