import { decimal, subtract, textOf } from '@plinth/api/kernel/decimal'
import type { FieldFault } from '@plinth/api/kernel/endpoint'
import type { BillItem } from '@plinth/api/money/bill-items'
import { percent, rupees } from '../../lib/format.ts'
import { locale, t, worded } from '../../lib/language.ts'
import type { CutSums } from './abstract-sums.ts'

const quantityFormat = new Intl.NumberFormat(locale, { minimumFractionDigits: 3, maximumFractionDigits: 3 })
const rateFormat = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
})

/** 1,20,500.250, from decimal text. */
export const quantityText = (quantity: string): string => quantityFormat.format(Number(quantity)).replace('-', '−')

/** ₹148.25, with up to four decimals. */
export const rateText = (rate: string): string => rateFormat.format(Number(rate))

/** ₹12,34,567.00, from decimal text. */
export const amountText = (amount: string): string => rupees(Number(amount))

/** How far an item is beyond the agreed quantity, as a warning; undefined if it is not. */
export function beyondText({ beyond, claimed, agreedQuantity, limitPercent, unit }: BillItem): string | undefined {
  if (beyond === null) return undefined
  const excess = subtract(decimal(claimed.quantity.upto), decimal(agreedQuantity))
  const more = `${quantityText(textOf(excess))} ${unit}`
  return beyond === 'LIMIT'
    ? t('{more} more than agreed, beyond the limit of {percent}%', { more, percent: limitPercent ?? 0 })
    : t('{more} more than agreed', { more })
}

/** The sum of all cuts in both forms, so that amounts of items and of heads can be compared. */
export const cutText = ({ items, work }: CutSums, tenderPercentage: string): string =>
  t('What was cut: {items} at the rates of the schedule, {work} with the tender percentage of {percent}', {
    items: amountText(items),
    work: amountText(work),
    percent: percent(Number(tenderPercentage)),
  })

/** A fault of the work as a sentence. */
export const workFaultText = (fault: FieldFault): string =>
  t('{label} {fault}', { label: fault.path === 'rate' ? t('Rate') : t('Quantity'), fault: worded(fault) })

/** The items with every typed word in their number or description, in the same order. */
export function itemsWith<Item extends Pick<BillItem, 'itemNo' | 'description'>>(
  items: readonly Item[],
  typed: string,
): readonly Item[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter(({ itemNo, description }) => {
    const text = `${itemNo} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The permission to open measurement sheets. */
export const measurementBook = { allow: { module: 'Measurement Book', can: 'canView' } } as const
