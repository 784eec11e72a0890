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

/**
 * The terms in the tender papers and, after the award, those in the agreement. `ownerId` is the person who follows up
 * the deposits.
 */
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

/**
 * All undecided tenders have terms; of the awarded works, two in the statuses COMPLETED and CLOSED and one in each
 * other status.
 */
function hasTerms({ contract, status, nth }: SampleTerms): boolean {
  if (status === 'SUBMITTED') return true
  return contract.awardedDate !== null && nth < (status === 'COMPLETED' || status === 'CLOSED' ? 2 : 1)
}

interface SampleTerms {
  contract: Contract
  /** The final status of the contract; `nth` counts the contracts in that status. */
  status: ContractStatus
  nth: number
  /** Months of defect liability. */
  liability: number
}

/** Adds the terms of a contract of the sample, if it has any. Twenty contracts do. */
export async function addSampleTerms(db: Db, terms: SampleTerms, ownerId: string): Promise<void> {
  if (hasTerms(terms)) await update(db, terms.contract.id, termsOf(terms.contract, terms.liability, ownerId))
}
