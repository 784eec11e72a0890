import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Contract, ContractStatus } from '@plinth/api/tenders/contracts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { earnestMoney } from '../../sample-values.ts'
import { update } from './contract-terms.queries.ts'

const stateClause = 'KW-4, clause 43: half at the completion, the rest after the defect liability period'
const clauses = new Map([
  [
    'Central Public Works Department',
    'GCC, clause 17: after the defect liability period, or once the final bill is paid, whichever is later',
  ],
  ['Military Engineer Services', 'IAFW-2249, condition 68: after the defect liability period'],
  [
    'National Highways Authority of India',
    'EPC agreement, article 7: within 60 days of the end of the defects liability period',
  ],
  ['South Western Railway', 'GCC, clause 16(2): after the maintenance period, on the certificate of the engineer'],
])

const validity = 90

/** What the tender papers say, and once the work was won what the agreement does: `ownerId` is after what comes back. */
function termsOf(contract: Contract, dlpMonths: number, ownerId: string) {
  const { closingDate, awardedDate, submittedPaymentDate, tenderActualValue, department } = contract
  const bid = {
    bidValidityDays: validity,
    bidValidUntil: closingDate && daysAfter(closingDate, validity),
    emdAmount: earnestMoney(tenderActualValue ?? 0),
    psPercent: 5,
    psDays: 15,
    psValidBeyondDays: 60,
    dlpMonths,
  }
  if (!awardedDate) return bid
  return {
    ...bid,
    ownerId,
    sdPercent: 2.5,
    agreementDays: 20,
    finalBillOn: submittedPaymentDate,
    refundClause: clauses.get(department ?? '') ?? stateClause,
  }
}

/** Of the tenders that are not decided all, of the works that were won the first in each status, of those that are over two. */
function isSaid({ contract, status, nth }: SampleTerms): boolean {
  if (status === 'SUBMITTED') return true
  return contract.awardedDate !== null && nth < (status === 'COMPLETED' || status === 'CLOSED' ? 2 : 1)
}

interface SampleTerms {
  contract: Contract
  /** The status that it comes to; `nth` counts those of that status. */
  status: ContractStatus
  nth: number
  /** Months of defect liability. */
  liability: number
}

/** The terms of one of the sample's contracts, of which twenty have them. */
export async function addSampleTerms(db: Db, given: SampleTerms, ownerId: string): Promise<void> {
  if (isSaid(given)) await update(db, given.contract.id, termsOf(given.contract, given.liability, ownerId))
}
