import type { Flag } from '@plinth/api/kernel/permissions'

export const dash = '–'

const rupeeFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const numberFormat = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 4 })
const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Empty = null | undefined
const isEmpty = (value: unknown): value is Empty | '' => value === null || value === undefined || value === ''

/** What an input holds of a value of any kind: nothing of an empty one. */
export function plainText(value: unknown): string {
  if (isEmpty(value)) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** ₹12,34,567.00 */
export const rupees = (value: number | Empty) => (isEmpty(value) ? dash : rupeeFormat.format(value))

/** 12,34,567.5 */
export const decimal = (value: number | Empty) => (isEmpty(value) ? dash : numberFormat.format(value))

/** -4.25% */
export const percent = (value: number | Empty) => (isEmpty(value) ? dash : `${numberFormat.format(value)}%`)

/** YYYY-MM-DD as 05 Mar 2026; a day has no time zone, so no Date is involved. */
export function dayText(value: string | Empty): string {
  if (isEmpty(value)) return dash
  const [year = '', month = '', date = ''] = value.slice(0, 10).split('-')
  return `${date} ${monthNames[Number(month) - 1] ?? month} ${year}`
}

/** A moment in the reader's own format and time zone. */
export const momentText = (value: string | Empty) => (isEmpty(value) ? dash : momentFormat.format(new Date(value)))

/** The day of a moment where the reader is: 21 Nov 2026. */
export function momentDay(value: string | Empty): string {
  if (isEmpty(value)) return dash
  const moment = new Date(value)
  return `${String(moment.getDate()).padStart(2, '0')} ${monthNames[moment.getMonth()]} ${moment.getFullYear()}`
}

/** WORK_ORDER_ISSUED as Work order issued. */
export function words(value: string | Empty): string {
  if (isEmpty(value)) return dash
  const text = value.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** canView as View. */
export const flagText = (flag: Flag) => flag.slice('can'.length)

/** Choices of a value list, labelled in words. */
export const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }))

/** A day typed the Indian way (05/11/2026, 5-11-26, 5 Nov 2026) or as YYYY-MM-DD; null when it is no day. */
export function parseDay(typed: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed.trim())
  const indian = /^(\d{1,2})[\s/.-]+(\d{1,2}|[a-z]{3,9})[\s/.-]+(\d{4}|\d{2})$/i.exec(typed.trim())
  const [year, month, date] = iso ? [iso[1], iso[2], iso[3]] : indian ? [indian[3], indian[2], indian[1]] : []
  if (!year || !month || !date) return null
  const named = monthNames.findIndex((name) => month.toLowerCase().startsWith(name.toLowerCase())) + 1
  const numbers = [Number(year.length === 2 ? `20${year}` : year), named || Number(month), Number(date)] as const
  const moment = new Date(Date.UTC(numbers[0], numbers[1] - 1, numbers[2]))
  const exists = moment.getUTCMonth() === numbers[1] - 1 && moment.getUTCDate() === numbers[2]
  return exists ? moment.toISOString().slice(0, 10) : null
}
