import { monthNames } from '@plinth/api/kernel/days'
import { add, decimal, numberOf } from '@plinth/api/kernel/decimal'

/** The exact sum of a quantity and what was added. */
export const sumOf = (quantity: number | null, added: number): number =>
  numberOf(add(decimal(quantity ?? 0), decimal(added)))

/** Every character that some program takes for a line break. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u

/**
 * Appends a note to a comment, dated and signed. `day` is YYYY-MM-DD. Further lines of the note are indented, so that only lines
 * written by the product begin with a day and a name.
 */
export function withNote(comment: string | null, note: string, day: string, writer: string): string {
  const [year, month, date] = day.split('-')
  const indented = note.split(lineBreak).join('\n  ')
  const entry = `${date} ${monthNames[Number(month) - 1]} ${year}, ${writer}: ${indented}`
  return comment ? `${comment}\n${entry}` : entry
}
