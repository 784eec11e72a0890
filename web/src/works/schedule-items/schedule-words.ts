import { compare, decimal, numberOf, subtract, zero } from '@plinth/api/kernel/decimal'
import { dash, rupees } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'

/** How far what a schedule comes to is from what was agreed, in words. */
export function againstAgreed(quoted: number, agreed: number): string {
  const difference = subtract(decimal(quoted), decimal(agreed))
  const side = compare(difference, zero)
  if (side === 0) return t('As agreed')
  const amount = rupees(Math.abs(numberOf(difference)))
  return side < 0 ? t('{amount} less than agreed', { amount }) : t('{amount} more than agreed', { amount })
}

const rateFormat = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** 4,815.25, and 4,815.2575 where it has as many decimals; a column of rates needs no sign of the rupee. */
export const rateText = (rate: number | null) => (rate === null ? dash : rateFormat.format(rate))

/** How an item is marked that is paid at the rate of the schedule as it stands. */
export const withoutTender = t('Without the tender percentage')
