/** A code as people read it: WORK_ORDER_ISSUED as Work order issued. */
export function inWords(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
