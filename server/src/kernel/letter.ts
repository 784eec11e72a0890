/** A letter as it is printed and as it is opened in Word: one content for both. */

/** Who writes: only the name has to be there. */
export interface Letterhead {
  name: string
  address: readonly string[]
  gstin: string | null
  phone: string | null
  email: string | null
}

/** A table of a letter; amounts are worded already, and stand at the `end` of their column. */
export interface LetterTable {
  columns: readonly { heading: string; align: 'start' | 'end' }[]
  /** As many cells each as there are columns. */
  rows: readonly (readonly string[])[]
  total: readonly string[] | null
}

export interface LetterContent {
  language: 'en' | 'hi'
  letterhead: Letterhead
  /** Empty where the letter has none. */
  referenceNo: string
  /** The day as it is to be read: 05 Nov 2026. */
  day: string
  /** To whom, line by line. */
  addressee: readonly string[]
  subject: string
  salutation: string
  /** Paragraphs, whose lines are parted by \n, and tables. */
  body: readonly (string | LetterTable)[]
  closing: string
  /** Below the room for a signature. */
  signatory: readonly string[]
  enclosures: readonly string[]
}

/** What a letter says of itself. `{page}` and `{pages}` stand for numbers. */
export const letterWords = {
  en: {
    reference: 'Ref. No.:',
    day: 'Date:',
    subject: 'Subject:',
    enclosures: 'Enclosures:',
    gstin: 'GSTIN:',
    phone: 'Phone:',
    email: 'Email:',
    page: 'Page {page} of {pages}',
  },
  hi: {
    reference: 'पत्र संख्या:',
    day: 'दिनांक:',
    subject: 'विषय:',
    enclosures: 'संलग्नक:',
    gstin: 'जीएसटीआईएन:',
    phone: 'दूरभाष:',
    email: 'ई-मेल:',
    page: 'पृष्ठ {page} / {pages}',
  },
} as const

/** What no page can show, and what would have it read in another order than it is written. */
const unprintable = /[\p{Cc}\p{Co}\u2028-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** A text as a page can show it. */
const printable = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(unprintable, (sign) => (sign === '\n' ? sign : ''))

function printableIn<T>(value: T): T
function printableIn(value: unknown): unknown {
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value)) return value.map((each) => printableIn(each))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, printableIn(each)]))
}

/** A column whose cells are all as short as a day or an amount is as wide as they are; others share what is left. */
const narrow = 16

/** How wide the columns are beside each other: as their longest cells, within reason. */
function widthsOf(columns: readonly (readonly string[])[]) {
  const longest = columns.map((texts) => texts.reduce((most, text) => Math.max(most, text.length), 0))
  const widest = Math.max(...longest)
  return longest.map((length) => ({
    share: Math.min(Math.max(length, 6), 32) + 2,
    isNarrow: length <= narrow && length < widest,
  }))
}

function tableOf({ columns, rows, total }: LetterTable) {
  // Each row is as wide as the headings: what lies beyond them would slip into the next row.
  const cut = (row: readonly string[]) => columns.map((_, at) => row[at] ?? '')
  const all = [columns.map(({ heading }) => heading), ...rows.map(cut), ...(total ? [cut(total)] : [])]
  const widths = widthsOf(columns.map((_, at) => all.map((row) => row[at] ?? '')))
  return {
    kind: 'table' as const,
    columns: columns.map((column, at) => ({ share: 1, isNarrow: false, ...column, ...widths[at] })),
    rows: rows.map(cut),
    total: total && cut(total),
  }
}
export type LaidTable = ReturnType<typeof tableOf>

/** The longest last paragraph that goes to the next page whole, so as not to leave the signature alone there. */
const longestLast = 1_000

/** What is laid out on paper and in Word: texts made printable, columns with their widths. */
export function layOut(content: LetterContent) {
  const clean = printableIn(content)
  const body = clean.body.map((piece, at) => {
    if (typeof piece !== 'string') return tableOf(piece)
    const staysBelow = at === clean.body.length - 1 && piece.length <= longestLast
    return { kind: 'paragraph' as const, text: piece, staysBelow }
  })
  return { ...clean, body, words: letterWords[clean.language] }
}
export type LaidLetter = ReturnType<typeof layOut>
