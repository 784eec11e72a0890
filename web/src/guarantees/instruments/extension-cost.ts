import type { BankFacility } from '@plinth/api/guarantees/bank-facilities'
import { commissionOf } from '@plinth/api/guarantees/guarantee-commission'
import type { Instrument } from '@plinth/api/guarantees/instruments'
import { daysAfter, daysBetween } from '@plinth/api/kernel/later-days'

type Days = Pick<Instrument, 'expiresOn' | 'claimUntil'>

/** The days that an extension adds, both included: those after the last day of claims until the new one. */
export interface AddedDays {
  from: string
  until: string
}

/**
 * What the bank answers for beyond what it does now. A last day of claims that is left empty moves by as many days as the
 * guarantee, as the server has it. Undefined where nothing is added.
 */
export function addedDays(present: Days, { expiresOn, claimUntil }: Days): AddedDays | undefined {
  if (!present.expiresOn || !expiresOn) return undefined
  const moved = daysBetween(present.expiresOn, expiresOn)
  const until = claimUntil ?? daysAfter(present.claimUntil ?? present.expiresOn, moved)
  const from = daysAfter(present.claimUntil ?? present.expiresOn, 1)
  return until < from ? undefined : { from, until }
}

type Terms = Pick<BankFacility, 'commissionPercent' | 'commissionBasis' | 'minCharge'>

/** By which terms it is extended: a rate that the guarantee says itself goes before that of its limit. */
export const termsOf = ({ commissionPercent }: Pick<Instrument, 'commissionPercent'>, terms: Terms): Terms => ({
  ...terms,
  commissionPercent: commissionPercent ?? terms.commissionPercent,
})

/** What these days cost in commission; null where no rate is known. */
export const extensionCost = ({ amount }: Pick<Instrument, 'amount'>, days: AddedDays, terms: Terms) =>
  commissionOf({ amount, ...days }, terms)
