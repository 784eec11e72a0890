/** An item of a list by a running number, starting over at its end. */
export function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

/** The day so many days after another, before it where they are less than none. */
export const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export const earlier = (one: string, other: string) => (one < other ? one : other)

/** The day so many days from the one on which the sample company is made: what closes this week does so whenever somebody starts it. */
export type DayAt = (days: number) => string

export const countedFrom =
  (today: string): DayAt =>
  (days) =>
    daysAfter(today, days)

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
