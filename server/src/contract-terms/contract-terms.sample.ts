import { bidValidity, liabilityOf, sampleTenders, type Tender } from '../contracts/contracts.sample.ts'
import type { Department } from '../contracts/tenders.sample.ts'
import { earnestMoney } from '../deposits/deposits.sample.ts'
import type { Db } from '../kernel/tenancy.ts'
import type { DayAt } from '../sample-values.ts'
import { update } from './contract-terms.queries.ts'

const stateClause = 'KW-4, clause 43: half at the completion, the rest after the defect liability period'
const clauses: Partial<Record<Department, string>> = {
  CPWD: 'GCC, clause 17: after the defect liability period, or once the final bill is paid, whichever is later',
  MES: 'IAFW-2249, condition 68: after the defect liability period',
  NHAI: 'EPC agreement, article 7: within 60 days of the end of the defects liability period',
  SWR: 'GCC, clause 16(2): after the maintenance period, on the certificate of the engineer',
}

/** What the tender papers say, and once the work was won what the agreement does; accounts is after what comes back. */
function termsOf({ row, course }: Tender, ownerId: string, dayAt: DayAt) {
  const [, department, , , estimate] = row
  const bid = {
    bidValidityDays: bidValidity,
    bidValidUntil: dayAt(course.closing + bidValidity),
    emdAmount: earnestMoney(estimate),
    psPercent: 5,
    psDays: 15,
    psValidBeyondDays: 60,
    dlpMonths: liabilityOf(department, estimate),
  }
  if (course.awarded === undefined) return bid
  return {
    ...bid,
    ownerId,
    sdPercent: 2.5,
    ...(department === 'CPWD' && { sdCapPercent: 5 }),
    agreementDays: 20,
    ...(course.paid !== undefined && { finalBillOn: dayAt(course.paid) }),
    refundClause: clauses[department] ?? stateClause,
  }
}

/** The tenders that are not decided, and every second of the works that were won. */
function withTerms(): Tender[] {
  const all = sampleTenders()
  const won = all.filter(({ course }) => course.awarded !== undefined)
  return [...all.filter(({ status }) => status === 'SUBMITTED'), ...won.filter((_, at) => at % 2 === 0)].slice(0, 20)
}

/** The terms of twenty of the sample's contracts, which are told by their indents. */
export async function addSampleTerms(
  db: Db,
  contracts: ReadonlyMap<number, string>,
  { accounts }: { accounts: string },
  dayAt: DayAt,
): Promise<void> {
  for (const tender of withTerms())
    await update(db, contracts.get(tender.indent) ?? '', termsOf(tender, accounts, dayAt))
}
