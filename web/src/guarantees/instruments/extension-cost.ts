import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'
import { commissionOf } from '@plinth/api/guarantees/guarantee-commission'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { daysAfter, daysBetween } from '@plinth/api/kernel/later-days'

type Days = Pick<Instrument, 'expiresOn' | 'claimUntil'>

/** The days that an extension adds, both included: from the day after the last day of claims until the new last day. */
export interface AddedDays {
  from: string
  until: string
}

/**
 * The days for which the bank is liable in addition. An empty last day of claims moves by as many days as the expiry, which is how
 * the server handles it. Undefined if nothing is added.
 */
export function addedDays(present: Days, { expiresOn, claimUntil }: Days): AddedDays | undefined {
  if (!present.expiresOn || !expiresOn) return undefined
  const moved = daysBetween(present.expiresOn, expiresOn)
  const until = claimUntil ?? daysAfter(present.claimUntil ?? present.expiresOn, moved)
  const from = daysAfter(present.claimUntil ?? present.expiresOn, 1)
  return until < from ? undefined : { from, until }
}

type Terms = Pick<BankFacility, 'commissionPercent' | 'commissionBasis' | 'minCharge'>

/** The terms of an extension: the guarantee's own rate takes precedence over the rate of its limit. */
export const termsOf = ({ commissionPercent }: Pick<Instrument, 'commissionPercent'>, terms: Terms): Terms => ({
  ...terms,
  commissionPercent: commissionPercent ?? terms.commissionPercent,
})

/** The commission for these days in rupees; null if no rate is known. */
export const extensionCost = ({ amount }: Pick<Instrument, 'amount'>, days: AddedDays, terms: Terms) =>
  commissionOf({ amount, ...days }, terms)
