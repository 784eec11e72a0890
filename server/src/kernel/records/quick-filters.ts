import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/tenancy.ts'
import type { Condition } from './conditions.ts'

/** The condition of each quick filter of a list. */
export type QuickRules<N extends string> = Readonly<Record<N, RawBuilder<SqlBool>>>

/** The company's current day; a subquery, so that it runs once and not for every row. */
export const today = sql`(select app.today())`

/** The company's current day as YYYY-MM-DD. */
export async function companyDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${today} as day`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a day without a row')
  return row.day
}

/** The conditions of the named quick filters, all of which a record must meet. */
export const everyRule = <N extends string>(
  rules: QuickRules<N>,
  names: readonly N[] | null | undefined,
): Condition[] => (names ?? []).map((name) => rules[name])

export interface Counted<N extends string> {
  quickFilter: N
  count: number
  amount: number | null
}

/**
 * Counts the rows of `found`, a `from` with a `where`, that meet each rule, and sums `amount` over them, in two columns for each rule, in the
 * order of the rules. Each rule is evaluated once for a row (offset 0).
 */
export function countsOf<N extends string>(
  found: RawBuilder<unknown>,
  rules: QuickRules<N>,
  amount: RawBuilder<unknown> = sql`null::numeric`,
): RawBuilder<Record<string, unknown>> {
  const each = Object.values<RawBuilder<SqlBool>>(rules)
  const columns = each.flatMap((_, at) => [
    sql`count(*) filter (where ${sql.id(`rule_${at}`)}) as ${sql.id(`count_${at}`)}`,
    sql`sum(amount) filter (where ${sql.id(`rule_${at}`)}) as ${sql.id(`amount_${at}`)}`,
  ])
  return sql`select ${sql.join(columns)} from (
    select ${amount} as amount, ${sql.join(each.map((rule, at) => sql`${rule} as ${sql.id(`rule_${at}`)}`))}
    from ${found} and (${sql.join(each, sql` or `)}) offset 0) met`
}

/** Builds the answer from the columns of `countsOf`; with an amount, a sum over no rows is 0. */
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
