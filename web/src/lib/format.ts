import { inWords } from '@plinth/api/kernel/code-words'
import { monthNames } from '@plinth/api/kernel/days'
import type { Flag } from '@plinth/api/kernel/permissions'
import { clock, dayOf } from './days.ts'
import { locale, t, translated } from './language.ts'

export const dash = '–'

const rupeeFormat = new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' })
const numberFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
const hundredths = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const kilobyteFormat = new Intl.NumberFormat(locale, hundredths)
const timeFormat = clock(locale, { timeStyle: 'short', hourCycle: 'h23' })

type Empty = null | undefined
const isEmpty = (value: unknown): value is Empty | '' => value === null || value === undefined || value === ''

/** The text that an input holds for a value of any type; empty for an empty value. */
export function plainText(value: unknown): string {
  if (isEmpty(value)) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** ₹12,34,567.00 */
export const rupees = (value: number | Empty) => (isEmpty(value) ? dash : rupeeFormat.format(value))

/** An amount within a sentence. A word joiner (Unicode U+2060) prevents a line break after the minus sign. */
export const rupeesInText = (value: number | Empty) => rupees(value).replace('-', '-\u2060')

/** 12,34,567.5 */
export const decimal = (value: number | Empty) => (isEmpty(value) ? dash : numberFormat.format(value))

/** 24.10 KB, 1,02,400.00 KB; 1 KB is 1024 bytes. */
export const kilobytes = (bytes: number) => t('{value} KB', { value: kilobyteFormat.format(bytes / 1024) })

/** 1 row, 1,20,000 rows. */
export const counted = (count: number, noun: string) =>
  translated(`{count} ${noun}${count === 1 ? '' : 's'}`, { count: decimal(count) })

/** -4.25% */
export const percent = (value: number | Empty) => (isEmpty(value) ? dash : `${numberFormat.format(value)}%`)

const toTenth = (value: number) => Math.round(value * 10) / 10

/** 24.1%, for the result of a division. */
export const roundPercent = (value: number) => percent(toTenth(value))

/** 24.1 days, for the result of a division. */
export const roundDays = (value: number | null) => t('{days} days', { days: decimal(value && toTenth(value)) })

const monthName = (month: number) => translated(monthNames[month] ?? '')

/** YYYY-MM-DD as 05 Mar 2026; a day has no time zone, so no Date is involved. */
export function dayText(value: string | Empty): string {
  if (isEmpty(value)) return dash
  const [year = '', month = '', date = ''] = value.slice(0, 10).split('-')
  return `${date} ${monthName(Number(month) - 1) || month} ${year}`
}

/** YYYY-MM as Mar 2026. */
export const monthText = (value: string) => dayText(`${value}-01`).slice(3)

/** The day of a moment in the company's time zone: 21 Nov 2026. */
export const momentDay = (value: string | Empty) => (isEmpty(value) ? dash : dayText(dayOf(value)))

/** A moment in the company's time zone, with its day as in `dayText`: 05 Mar 2026, 13:30. */
export const momentText = (value: string | Empty) =>
  isEmpty(value) ? dash : `${momentDay(value)}, ${timeFormat(value)}`

/** WORK_ORDER_ISSUED as Work order issued. */
export const words = (value: string | Empty): string => (isEmpty(value) ? dash : translated(inWords(value)))

/** canView as View. */
export const flagText = (flag: Flag) => translated(flag.slice('can'.length))

/** The choices of a value list, with labels. */
export const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: words(value) }))
