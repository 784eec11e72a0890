import { compare, decimal, numberOf, subtract, zero } from '@plinth/api/kernel/decimal'
import { dash, rupees } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'

/** The difference between the total of a schedule and the agreed value, in words. */
export function againstAgreed(quoted: number, agreed: number): string {
  const difference = subtract(decimal(quoted), decimal(agreed))
  const side = compare(difference, zero)
  if (side === 0) return t('As agreed')
  const amount = rupees(Math.abs(numberOf(difference)))
  return side < 0 ? t('{amount} less than agreed', { amount }) : t('{amount} more than agreed', { amount })
}

const rateFormat = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** 4,815.25 or 4,815.2575, with two to four decimals; a column of rates needs no rupee sign. */
export const rateText = (rate: number | null) => (rate === null ? dash : rateFormat.format(rate))

/** The mark of an item that the tender percentage does not apply to. */
export const withoutTender = t('Without the tender percentage')
