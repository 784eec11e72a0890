/** A code as people read it: WORK_ORDER_ISSUED as Work order issued. */
export function inWords(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const wholeMonthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** A day typed the Indian way (05/11/2026, 5-11-26, 5 Nov 2026) or as YYYY-MM-DD; null when it is no day. */
export function parseDay(typed: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim())
  const indian = /^(\d{1,2})[\s/.-]+(\d{1,2}|[a-z]{3,9})[\s/.-]+(\d{4}|\d{2})$/i.exec(typed.trim())
  const [year, month, date] = iso ? [iso[1], iso[2], iso[3]] : indian ? [indian[3], indian[2], indian[1]] : []
  if (!year || !month || !date) return null
  const named = wholeMonthNames.findIndex((name) => name.startsWith(month.toLowerCase())) + 1
  const numbers = [Number(year.length === 2 ? `20${year}` : year), named || Number(month), Number(date)] as const
  const moment = new Date(Date.UTC(numbers[0], numbers[1] - 1, numbers[2]))
  const exists =
    moment.getUTCFullYear() === numbers[0] &&
    moment.getUTCMonth() === numbers[1] - 1 &&
    moment.getUTCDate() === numbers[2]
  return exists ? moment.toISOString().slice(0, 10) : null
}
