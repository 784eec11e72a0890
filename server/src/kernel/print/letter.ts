import { type LetterContent, type LetterTable, letterWords } from '@plinth/api/kernel/letter'

/** The layout of a letter for paper and for Word. */

/** Characters that no page can show, or that would change the reading order. */
const unprintable = /[\p{Cc}\p{Co}\u2028-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** A text without unprintable characters. */
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

/** The most characters of a narrow column, which is as wide as its cells; other columns share the rest. */
const narrow = 16

/** The widths of the columns, in proportion to their longest cells, within bounds. */
function widthsOf(columns: readonly (readonly string[])[]) {
  const longest = columns.map((texts) => texts.reduce((most, text) => Math.max(most, text.length), 0))
  const widest = Math.max(...longest)
  return longest.map((length) => ({
    share: Math.min(Math.max(length, 6), 32) + 2,
    isNarrow: length <= narrow && length < widest,
  }))
}

function tableOf({ columns, rows, total }: LetterTable) {
  // Each row gets as many cells as there are headings; further cells would slip into the next row.
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

/** The longest last paragraph that moves to the next page as a whole, so that the signature is not alone there. */
const longestLast = 1_000

/** Prepares a letter for paper and Word: printable texts and widths of columns. */
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
