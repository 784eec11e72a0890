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

/** What a fact that is missing is called where it is entered. */
export const factLabel = (fact: BidFact) => translated(labels[fact])

/** Whether it stands among the terms of a contract, and not in its form. */
export const isTerm = (fact: BidFact) => fact in termLabels
