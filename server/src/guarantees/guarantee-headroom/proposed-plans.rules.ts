import type { DepositPurpose } from '@plinth/api/deposits/deposit-releases'
import type { BidFact } from '@plinth/api/guarantees/guarantee-headroom'
import { daysAfter, monthsAfter } from '@plinth/api/kernel/later-days'
import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'

/** Proposes the guarantees that a tender will need, from its contract and terms. */

/** The facts of contract and terms; days are YYYY-MM-DD, amounts rupees. */
export interface Facts {
  closingDate: string | null
  resultDate: string | null
  givenEndDate: string | null
  tenderBidValue: number | null
  emdAmount: number | null
  bidValidUntil: string | null
  psPercent: number | null
  /** Days from the result to lodge the performance security; 0 if not entered. */
  psDays: number | null
  dlpMonths: number | null
  psValidBeyondDays: number | null
}

export interface Proposal {
  purpose: DepositPurpose
  amount: number
  neededOn: string
  untilOn: string
}

export interface Missing {
  purpose: DepositPurpose
  facts: BidFact[]
}

const missingFacts = (facts: Facts, names: readonly BidFact[]) => names.filter((name) => facts[name] === null)

/** The bid security must be valid this many days beyond the validity of the bid (GFR 2017, rule 170). */
export const daysBeyondBid = 45

/** The EMD, from the closing of bids to the last day that the bid security must cover. */
function earnestMoney(facts: Facts): Proposal | Missing | undefined {
  const { emdAmount, closingDate, bidValidUntil } = facts
  if (emdAmount === 0) return undefined
  if (emdAmount === null || closingDate === null || bidValidUntil === null)
    return { purpose: 'EMD', facts: missingFacts(facts, ['emdAmount', 'closingDate', 'bidValidUntil']) }
  return { purpose: 'EMD', amount: emdAmount, neededOn: closingDate, untilOn: daysAfter(bidValidUntil, daysBeyondBid) }
}

/** The performance security, from the day of lodging to so many days after the defect liability (60 by GFR 2017, rule 171(ii)). */
function performanceSecurity(facts: Facts): Proposal | Missing | undefined {
  const { psPercent, tenderBidValue, resultDate, givenEndDate, psDays, dlpMonths, psValidBeyondDays } = facts
  if (psPercent === 0) return undefined
  if (psPercent === null || tenderBidValue === null || resultDate === null || givenEndDate === null)
    return {
      purpose: 'PERFORMANCE_SECURITY',
      facts: missingFacts(facts, ['psPercent', 'tenderBidValue', 'resultDate', 'givenEndDate']),
    }
  return {
    purpose: 'PERFORMANCE_SECURITY',
    amount: inRupees(percentOf(paiseOf(tenderBidValue), psPercent)),
    neededOn: daysAfter(resultDate, psDays ?? 0),
    untilOn: daysAfter(monthsAfter(givenEndDate, dlpMonths ?? 0), psValidBeyondDays ?? 60),
  }
}

/** The guarantees that a tender's terms ask for, and the missing facts of those that could not be proposed. */
export function proposals(facts: Facts): { proposed: Proposal[]; missing: Missing[] } {
  const found = [earnestMoney(facts), performanceSecurity(facts)].filter((one) => one !== undefined)
  // A guarantee of zero, or one that ends before it begins, is not proposed: the terms must be corrected first.
  const proposed = found
    .filter((one) => 'amount' in one)
    .filter(({ amount, neededOn, untilOn }) => amount > 0 && neededOn <= untilOn)
  return { proposed, missing: found.filter((one) => 'facts' in one) }
}
