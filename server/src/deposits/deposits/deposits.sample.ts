import { type DepositStatus, depositInput } from '@plinth/api/deposits/deposits'
import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Contract, ContractStatus } from '@plinth/api/tenders/contracts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt, earlier, earnestMoney, pick, roundedTo } from '../../sample-values.ts'
import { create } from './deposits.queries.ts'
import { banks, instrumentNo, instrumentOf } from './instruments.sample.ts'
import { type Kind, type Story, stories } from './stories.sample.ts'

/** The contract of a deposit, with its final status; `nth` is its place among the contracts of that status. */
export interface SampleContract {
  contract: Contract
  status: ContractStatus
  nth: number
}

const isBack = (status: DepositStatus) => ['RETURNED', 'RELEASED', 'REFUNDED'].includes(status)
const isIssued = (status: DepositStatus) => !['DRAFT', 'PENDING'].includes(status)
const isPaid = (status: DepositStatus) => isIssued(status) && status !== 'CANCELLED'

/**
 * EMD is 2 % of the estimate, performance security is 5 % of the bid, and the security deposit 2.5 % of the bid, kept back from
 * the bills: half of it while the work goes on. Additional security grows with the bid's distance below the estimate.
 */
function amountOf(kind: Kind, contract: Contract): number {
  const { tenderActualValue, tenderBidValue, tenderBidPercentage, actualEndDate } = contract
  const [estimate, bid] = [tenderActualValue ?? 0, tenderBidValue ?? tenderActualValue ?? 0]
  if (kind === 'EMD') return earnestMoney(estimate)
  if (kind === 'Performance security') return roundedTo(1_000, bid * 0.05)
  if (kind === 'Security deposit') return Math.round(bid * (actualEndDate ? 0.025 : 0.0125))
  const below = -(tenderBidPercentage ?? 0) - 10
  return roundedTo(1_000, (estimate * Math.max(below, 2)) / 100)
}

/** The day on which the deposit was handed in: with the bid, before the agreement, or with the first bills. */
function submittedOn(kind: Kind, contract: Contract): string {
  const closing = contract.closingDate ?? ''
  if (kind === 'EMD') return daysAfter(closing, -2)
  const awarded = contract.awardedDate ?? closing
  return kind === 'Security deposit' ? daysAfter(contract.actualStartDate ?? awarded, 60) : daysAfter(awarded, 11)
}

/** EMD comes back after the award or the result, performance security after the end of the work, the security deposit a year later. */
function returnedOn(
  kind: Kind,
  { closingDate, awardedDate, resultDate, actualEndDate }: Contract,
  wait: number,
): string {
  if (kind === 'EMD') return daysAfter(awardedDate ?? resultDate ?? closingDate ?? '', 16 + wait)
  return daysAfter(actualEndDate ?? awardedDate ?? '', (kind === 'Security deposit' ? 370 : 19) + 2 * wait)
}

function depositOf([kind, status, comment, further]: Story, { contract, dayAt, serial }: DepositContext) {
  const amount = amountOf(kind, contract)
  const bank = pick(banks, serial)
  const submitted = earlier(submittedOn(kind, contract), dayAt(isPaid(status) ? -1 : 0))
  const created = earlier(daysAfter(submitted, -3), dayAt(-1))
  const returned = earlier(returnedOn(kind, contract, (serial * 5) % 23), dayAt(-2))
  const instrument = further?.by ?? instrumentOf(kind, amount, serial)
  return depositInput.parse({
    depositType: kind,
    instrumentNo: isIssued(status) ? instrumentNo(instrument, bank, created, serial) : `${instrument} to be issued`,
    amount,
    depositCreatedDate: created,
    ...(isPaid(status) && { depositSubmitedDate: submitted }),
    ...(isBack(status) &&
      !further?.isUndated && {
        depositeReturnedDate: returned,
        depositTransferedOwnAcDate: earlier(daysAfter(returned, 3), dayAt(0)),
      }),
    // The security deposit is kept back from bills and never passes through a bank of the company.
    ...(kind !== 'Security deposit' && {
      bankName: bank.name,
      bankAccountNo: bank.account,
      bankAddress: bank.address,
    }),
    accountHolderName: contract.licenseHolderName,
    status,
    comment,
  })
}

interface DepositContext {
  contract: Contract
  dayAt: DayAt
  /** The number of the deposit in the sample. */
  serial: number
}

/** Stores the deposits of one sample contract. */
export async function addSampleDeposits(
  db: Db,
  { contract, status, nth }: SampleContract,
  dayAt: DayAt,
): Promise<void> {
  const before = Object.keys(stories).indexOf(status) * 11
  for (const [at, story] of (stories[status][nth] ?? []).entries())
    await create(db, contract.id, depositOf(story, { contract, dayAt, serial: before + nth * 4 + at }))
}
