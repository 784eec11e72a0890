import { mostGroups } from '@plinth/api/kernel/groups'
import { kindOf } from '@plinth/api/kernel/kinds'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Condition } from './conditions.ts'

type Sql = RawBuilder<unknown>

/** How records are grouped: the key of a record's group, null for none, and the order of the groups. */
interface Grouping {
  key: Sql
  /** SQL over the columns `key`, `count` and `first`, which is the group's sum of the first amount. */
  order: Sql
}
export type Groupings<F extends string> = Readonly<Record<F, Grouping>>

/** The values of a choice in their order, also if the field is optional or nullable. */
function choicesOf(schema: z.core.$ZodType): string[] {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; entries?: Record<string, string> }
  return def.innerType ? choicesOf(def.innerType) : Object.values(def.entries ?? {})
}

function groupingOf(schema: z.core.$ZodType, column: Sql): Grouping {
  const kind = kindOf(schema)
  // A day has no time zone, so its month needs no conversion to the company's.
  if (kind === 'day') return { key: sql`to_char(${column}, 'YYYY-MM')`, order: sql`key desc` }
  if (kind === 'choice')
    return { key: sql`${column}`, order: sql`array_position(${sql.val(choicesOf(schema))}::text[], key), key` }
  return { key: sql`nullif(${column}, '')`, order: sql`first desc, count desc, key` }
}

/** The groupings by each of the fields, derived from the type of the field; `column` returns the SQL of a field. */
export const groupingsOf = <const F extends readonly string[]>(
  fields: F,
  { shape }: { shape: z.core.$ZodShape },
  column: (field: string) => Sql,
): Groupings<F[number]> =>
  Object.fromEntries(
    fields.map((field) => {
      const schema = shape[field]
      if (!schema) throw new Error(`no field ${field} to group by`)
      return [field, groupingOf(schema, column(field))]
    }),
  ) as Groupings<F[number]>

/** The condition that restricts a search to one group; none without a group. */
export function inGroup<F extends string>(
  groupings: Groupings<F>,
  group: { by: F; key: string | null } | null | undefined,
): Condition {
  if (!group) return undefined
  const { key } = groupings[group.by]
  return group.key === null ? sql<SqlBool>`${key} is null` : sql<SqlBool>`${key} = ${group.key}`
}

type Amounts<A extends string> = Readonly<Record<A, Sql>>
type Sums<A extends string> = Record<A, number>
export interface Grouped<A extends string> {
  groups: { key: string | null; count: number; amounts: Sums<A> }[]
  leftOut: { groups: number; count: number; amounts: Sums<A> }
}

/** A group as the database returns it, with its figures by column; the row of the groups left out has no place. */
interface GroupRow {
  key: string | null
  place: unknown
  [figure: string]: unknown
}

/**
 * The groups of the found rows, in one pass over them; groups beyond the maximum are summed in one row without a place.
 */
export function groupsIn(found: Sql, { key, order }: Grouping, amounts: Amounts<string>) {
  const each = Object.values(amounts)
  const names = each.map((_, at) => sql.id(`amount_${at}`))
  const sums = each.map((amount, at) => sql`coalesce(sum(${amount}), 0) as ${names[at] ?? sql``}`)
  const summed = names.map((name) => sql`sum(${name}) as ${name}`)
  return sql<GroupRow>`with counted as
      (select ${key} as key, count(*) as count, ${sql.join(sums)} from ${found} group by 1),
    ranked as (select *, row_number() over (order by key is null, ${order}) as rank from
      (select *, amount_0 as first from counted) one),
    shown as (select *, case when rank <= ${mostGroups} or key is null then rank end as place from ranked)
    select case when place is not null then key end as key, place, sum(count) as count, count(*) as groups,
      ${sql.join(summed)} from shown group by 1, 2 order by place nulls last`
}

const sumsFrom = <A extends string>(row: Record<string, unknown>, names: readonly A[]) =>
  Object.fromEntries(names.map((name, at) => [name, Number(row[`amount_${at}`] ?? 0)])) as Sums<A>

/** Builds the answer from the rows of `groupsIn`. */
export function groupedFrom<A extends string>(rows: GroupRow[], amounts: Amounts<A>): Grouped<A> {
  const names = Object.keys(amounts) as A[]
  const rest = rows.find(({ place }) => place === null)
  return {
    groups: rows
      .filter(({ place }) => place !== null)
      .map((row) => ({
        key: row.key,
        count: Number(row['count']),
        amounts: sumsFrom(row, names),
      })),
    leftOut: {
      groups: Number(rest?.['groups'] ?? 0),
      count: Number(rest?.['count'] ?? 0),
      amounts: sumsFrom(rest ?? {}, names),
    },
  }
}
