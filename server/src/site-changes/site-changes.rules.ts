import { monthNames } from '@plinth/api/kernel/days'

/** Thousandths are whole: as they are added, nothing is rounded. */
export const sumOf = (quantity: number | null, added: number): number =>
  (Math.round((quantity ?? 0) * 1000) + Math.round(added * 1000)) / 1000

/** A comment with a note below it. `day` is YYYY-MM-DD. */
export function withNote(comment: string | null, note: string, day: string, writer: string): string {
  const [year, month, date] = day.split('-')
  const entry = `${date} ${monthNames[Number(month) - 1]} ${year}, ${writer}: ${note}`
  return comment ? `${comment}\n${entry}` : entry
}
