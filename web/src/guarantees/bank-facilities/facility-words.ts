import type { BankFacility, Freeing } from '@plinth/api/guarantees/bank-facilities'
import { commissionOf } from '@plinth/api/guarantees/guarantee-commission'
import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

/** Explains when a guarantee stops counting against the limit. */
export const freeingText: Readonly<Record<Freeing, string>> = {
  EXPIRY: t('The day after a guarantee expires, wherever its paper is.'),
  CLAIM_END: t('The day after the last day of claims, wherever its paper is.'),
  DISCHARGE: t(
    'Not before the bank has the paper or a letter of discharge, whatever its days say. Most banks keep to this.',
  ),
}

type Terms = Pick<BankFacility, 'marginPercent' | 'commissionPercent' | 'commissionBasis' | 'minCharge'>

const example = { amount: 10_00_000, from: '2026-01-01', until: '2026-12-31' }

/** What a guarantee of ten lakh rupees for a year would cost by these terms; empty if they have neither commission nor margin. */
export function exampleText({ marginPercent, ...terms }: Terms): string {
  const amount = rupees(example.amount)
  const cost = commissionOf(example, terms)
  const marginText = marginPercent ? rupees(inRupees(percentOf(paiseOf(example.amount), marginPercent))) : null
  const commission = rupees(cost)
  if (cost === null)
    return marginText
      ? t('Of a guarantee of {amount} the bank keeps {margin} as margin.', { amount, margin: marginText })
      : ''
  return marginText
    ? t('A guarantee of {amount} for a year costs {commission} in commission; the bank keeps {margin} as margin.', {
        amount,
        commission,
        margin: marginText,
      })
    : t('A guarantee of {amount} for a year costs {commission} in commission.', { amount, commission })
}
