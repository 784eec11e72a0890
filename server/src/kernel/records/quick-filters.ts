import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/tenancy.ts'
import type { Condition } from './conditions.ts'

/** Which records each quick filter of a list leaves. */
export type QuickRules<N extends string> = Readonly<Record<N, RawBuilder<SqlBool>>>

/** The day that it is for the company; asked once, and not of every row. */
export const today = sql`(select app.today())`

/** The same day by itself, YYYY-MM-DD. */
export async function companyDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${today} as day`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a day without a row')
  return row.day
}

/** What the named quick filters ask of a record: every one of them. */
export const everyRule = <N extends string>(
  rules: QuickRules<N>,
  names: readonly N[] | null | undefined,
): Condition[] => (names ?? []).map((name) => rules[name])

export interface Counted<N extends string> {
  quickFilter: N
  count: number
  amount: number | null
}

/** How many of the rows each rule leaves and what they come to in `amount`, by two columns for each rule in their order. */
export const countsOf = <N extends string>(rules: QuickRules<N>, amount: RawBuilder<unknown> = sql`null::numeric`) =>
  sql.join(
    Object.values<RawBuilder<SqlBool>>(rules).flatMap((rule, at) => [
      sql`count(*) filter (where ${rule}) as ${sql.id(`count_${at}`)}`,
      sql`sum(${amount}) filter (where ${rule}) as ${sql.id(`amount_${at}`)}`,
    ]),
  )

/** The answer of those columns; where there is an amount, nothing comes to 0. */
export const countedFrom = <N extends string>(
  rules: QuickRules<N>,
  row: Record<string, unknown>,
  hasAmount: boolean,
): Counted<N>[] =>
  (Object.keys(rules) as N[]).map((quickFilter, at) => ({
    quickFilter,
    count: Number(row[`count_${at}`] ?? 0),
    amount: hasAmount ? Number(row[`amount_${at}`] ?? 0) : null,
  }))
