import type { DepositPurpose } from '@plinth/api/deposits/deposit-releases'
import type { BidFact } from '@plinth/api/guarantees/guarantee-headroom'
import { daysAfter, monthsAfter } from '@plinth/api/kernel/later-days'
import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'

/** Which guarantees a tender will need, by what its papers say. */

/** What contract and terms say. */
export interface Facts {
  closingDate: string | null
  resultDate: string | null
  givenEndDate: string | null
  tenderBidValue: number | null
  emdAmount: number | null
  bidValidUntil: string | null
  psPercent: number | null
  /** Days to lodge it; where nobody says how many, it is needed from the result on. */
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

const absent = (facts: Facts, names: readonly BidFact[]) => names.filter((name) => facts[name] === null)

/** So many days beyond the validity of a bid its security is to reach (GFR 2017, rule 170). */
export const daysBeyondBid = 45

/** From when the bids close until the security need not reach any further. */
function earnestMoney(facts: Facts): Proposal | Missing | undefined {
  const { emdAmount, closingDate, bidValidUntil } = facts
  if (emdAmount === 0) return undefined
  if (emdAmount === null || closingDate === null || bidValidUntil === null)
    return { purpose: 'EMD', facts: absent(facts, ['emdAmount', 'closingDate', 'bidValidUntil']) }
  return { purpose: 'EMD', amount: emdAmount, neededOn: closingDate, untilOn: daysAfter(bidValidUntil, daysBeyondBid) }
}

/** From the day on which it has to be lodged until so many days (60 by GFR 2017, rule 171(ii)) after the defect liability. */
function performanceSecurity(facts: Facts): Proposal | Missing | undefined {
  const { psPercent, tenderBidValue, resultDate, givenEndDate, psDays, dlpMonths, psValidBeyondDays } = facts
  if (psPercent === 0) return undefined
  if (psPercent === null || tenderBidValue === null || resultDate === null || givenEndDate === null)
    return {
      purpose: 'PERFORMANCE_SECURITY',
      facts: absent(facts, ['psPercent', 'tenderBidValue', 'resultDate', 'givenEndDate']),
    }
  return {
    purpose: 'PERFORMANCE_SECURITY',
    amount: inRupees(percentOf(paiseOf(tenderBidValue), psPercent)),
    neededOn: daysAfter(resultDate, psDays ?? 0),
    untilOn: daysAfter(monthsAfter(givenEndDate, dlpMonths ?? 0), psValidBeyondDays ?? 60),
  }
}

/** The guarantees that a tender's papers ask for, and of what could not be proposed what is not known yet. */
export function proposals(facts: Facts): { proposed: Proposal[]; missing: Missing[] } {
  const found = [earnestMoney(facts), performanceSecurity(facts)].filter((one) => one !== undefined)
  // What comes to nothing, or would end before it begins, is no guarantee: the papers have to be put right first.
  const proposed = found
    .filter((one) => 'amount' in one)
    .filter(({ amount, neededOn, untilOn }) => amount > 0 && neededOn <= untilOn)
  return { proposed, missing: found.filter((one) => 'facts' in one) }
}
