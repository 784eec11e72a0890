import { monthNames } from '@plinth/api/kernel/days'
import { add, decimal, numberOf } from '@plinth/api/kernel/decimal'

/** The quantity with what was added, exactly. */
export const sumOf = (quantity: number | null, added: number): number =>
  numberOf(add(decimal(quantity ?? 0), decimal(added)))

/** A comment with a note below it. `day` is YYYY-MM-DD. */
export function withNote(comment: string | null, note: string, day: string, writer: string): string {
  const [year, month, date] = day.split('-')
  const entry = `${date} ${monthNames[Number(month) - 1]} ${year}, ${writer}: ${note}`
  return comment ? `${comment}\n${entry}` : entry
}
