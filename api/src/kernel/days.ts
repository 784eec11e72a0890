import { latinDigits } from './amounts.ts'

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

const monthOf = (word: string) =>
  Number(word) || wholeMonthNames.findIndex((name) => name.startsWith(word.toLowerCase())) + 1

/** The accepted forms of a day, each with its groups for year, month and date. */
const dayForms: readonly [RegExp, year: number, month: number, date: number][] = [
  [/^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, 1, 3, 4],
  [/^(\d{1,2})(?:st|nd|rd|th)?[\s/.,-]+(\d{1,2}|[a-z]{3,9})[\s/.,-]+(\d{4}|\d{2})$/i, 3, 2, 1],
  [/^([a-z]{3,9})[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[\s,-]+(\d{4}|\d{2})$/i, 3, 1, 2],
]

/**
 * Parses a day as people type it: the Indian way (05/11/2026, 5-11-26, 5 Nov 2026), with the year first (2026-11-05,
 * 2026/11/05) or with the month's name first (Nov 5, 2026), in Hindi digits too; null if it is no day.
 */
export function parseDay(typed: string): string | null {
  const text = latinDigits(typed.trim())
  const [form, ...at] = dayForms.find(([pattern]) => pattern.test(text)) ?? []
  const parts = form?.exec(text)
  const [year = '', month = '', date = ''] = at.map((place) => parts?.[place] ?? '')
  const numbers = {
    year: Number(year.length === 2 ? `20${year}` : year),
    month: monthOf(month),
    date: Number(date),
  }
  const last = new Date(Date.UTC(numbers.year, numbers.month, 0)).getUTCDate()
  const exists =
    numbers.year >= 100 && numbers.month >= 1 && numbers.month <= 12 && numbers.date >= 1 && numbers.date <= last
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return exists ? `${numbers.year}`.padStart(4, '0') + `-${twoDigits(numbers.month)}-${twoDigits(numbers.date)}` : null
}
