/** Codes that are read by other words than their own, which mean something else where they stand alone: on a button Open is a verb. */
const otherWords = new Map([['OPEN', 'Not finished']])

/** A code as people read it: WORK_ORDER_ISSUED as Work order issued. */
export function inWords(code: string): string {
  const text = otherWords.get(code) ?? code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
