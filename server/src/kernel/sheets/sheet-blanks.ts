/** Words that people write in an empty cell, in lower case without blanks and dots. */
const words = new Set([
  'na',
  'n/a',
  'nil',
  'none',
  'null',
  'tbd',
  'tba',
  'notapplicable',
  'notavailable',
  'tobedecided',
  'tobeannounced',
  'निरंक',
  'लागूनहीं',
])

const dashes = /^[-‐‑‒–—―−_]+$/
const longest = 20

/** Whether a text means an empty cell: a dash, NA, NIL, TBD. */
export function isBlankWord(text: string): boolean {
  const bare = text.trim().toLowerCase()
  return bare.length <= longest && (dashes.test(bare) || words.has(bare.replace(/[\s.]/g, '')))
}
