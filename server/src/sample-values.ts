import { daysAfter } from '@plinth/api/kernel/later-days'

/** An item of a list by a running number, starting over at its end. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

export const earlier = (one: string, other: string) => (one < other ? one : other)

/** The day so many days from the one on which the sample company is made: what closes this week does so whenever somebody starts it. */
export type DayAt = (days: number) => string

export const countedFrom =
  (today: string): DayAt =>
  (days) =>
    daysAfter(today, days)

/** An amount up to the next whole step. */
export const roundedTo = (step: number, amount: number) => Math.ceil(amount / step) * step

/** What is asked for with a bid: 2 % of the estimate, in rupees. */
export const earnestMoney = (estimate: number) => roundedTo(estimate > 100_000_000 ? 50_000 : 500, estimate * 0.02)

/** An instrument of the sample company, as what becomes of it is told from it; its days are YYYY-MM-DD. */
export interface SamplePaper {
  id: string
  amount: number
  bank: string | null
  issuedOn: string
  lodgedOn: string
}

/** What the documents and letters of the sample company hang on, and whose they are. */
export interface Furnished {
  tenantId: string
  owner: string
  /** Who writes to departments. */
  accounts: string
  /** A contract that became a project. */
  contractId: string
  dayAt: DayAt
}
