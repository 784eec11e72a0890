import type { BidFact } from '@plinth/api/guarantees/guarantee-headroom'
import { termLabels } from '@plinth/api/tenders/contract-terms'
import { contractLabels } from '@plinth/api/tenders/contracts'
import { translated } from '../../lib/language.ts'

const labels: Readonly<Record<BidFact, string>> = {
  emdAmount: termLabels.emdAmount,
  bidValidUntil: termLabels.bidValidUntil,
  psPercent: termLabels.psPercent,
  closingDate: contractLabels.closingDate,
  tenderBidValue: contractLabels.tenderBidValue,
  resultDate: contractLabels.resultDate,
  givenEndDate: contractLabels.givenEndDate,
}

/** The label of a missing fact on the screen where it is entered. */
export const factLabel = (fact: BidFact) => translated(labels[fact])

/** Whether the fact is entered in the terms of a contract, not in its form. */
export const isTerm = (fact: BidFact) => fact in termLabels
