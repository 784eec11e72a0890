import { monthNames } from '@plinth/api/kernel/days'
import { add, decimal, numberOf } from '@plinth/api/kernel/decimal'

/** The quantity with what was added, exactly. */
export const sumOf = (quantity: number | null, added: number): number =>
  numberOf(add(decimal(quantity ?? 0), decimal(added)))

/** Everything that some program begins a new line at. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u

/**
 * A comment with a note below it. `day` is YYYY-MM-DD. Further lines of the note are indented: only a line of the product's own begins with
 * a day and a name.
 */
export function withNote(comment: string | null, note: string, day: string, writer: string): string {
  const [year, month, date] = day.split('-')
  const typed = note.split(lineBreak).join('\n  ')
  const entry = `${date} ${monthNames[Number(month) - 1]} ${year}, ${writer}: ${typed}`
  return comment ? `${comment}\n${entry}` : entry
}
