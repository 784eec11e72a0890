import { daysAfter } from '@plinth/api/kernel/later-days'

/** An item of a list by a running number, which starts over at the end of the list. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

export const earlier = (one: string, other: string) => (one < other ? one : other)

/**
 * The day `days` days from the one on which the sample company is made, so that what closes this week does so whenever
 * somebody starts it.
 */
export type DayAt = (days: number) => string

export const countedFrom =
  (today: string): DayAt =>
  (days) =>
    daysAfter(today, days)

/** An amount rounded up to the next whole step. */
export const roundedTo = (step: number, amount: number) => Math.ceil(amount / step) * step

/** The EMD of a bid: 2 % of the estimate, in rupees. */
export const earnestMoney = (estimate: number) => roundedTo(estimate > 100_000_000 ? 50_000 : 500, estimate * 0.02)

/** An instrument of the sample company, with what its events are made of; its days are YYYY-MM-DD. */
export interface SamplePaper {
  id: string
  amount: number
  bank: string | null
  issuedOn: string
  lodgedOn: string
}

/** The records to which documents and letters of the sample company belong, and their owner. */
export interface Furnished {
  tenantId: string
  owner: string
  /** The person who writes to departments. */
  accounts: string
  /** A contract that became a project. */
  contractId: string
  dayAt: DayAt
}
