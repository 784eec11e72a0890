import { type DateRange, daysOf } from '@plinth/api/kernel/paging'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** A condition on the rows of a search; undefined restricts nothing. */
export type Condition = Expression<SqlBool> | undefined

type Maybe<T> = T | null | undefined

/** A pattern that matches any part of a text, with %, _ and \ taken literally. */
export const anyPart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The text occurs in the column, ignoring case; an empty text restricts nothing. */
export const contains = (column: Expression<unknown>, text: Maybe<string>): Condition =>
  text ? sql<SqlBool>`${column} ilike ${anyPart(text)}` : undefined

/** The same for a column that holds the text in lower case, so that an index on it can serve the condition. */
export const containsFolded = (column: Expression<unknown>, text: Maybe<string>): Condition =>
  text ? sql<SqlBool>`${column} like (select lower(${anyPart(text)}))` : undefined

const wordsOf = (text: Maybe<string>) => (text ?? '').split(/\s+/).filter(Boolean)
// The separator is a line break, which no word contains, so that no word matches across two columns.
const inLines = (columns: readonly Expression<unknown>[]) => sql`concat_ws(e'\\n', ${sql.join(columns)})`

/** Every word of the text occurs in some column, ignoring case; an empty text restricts nothing. */
export function matches(columns: readonly Expression<unknown>[], text: Maybe<string>): Condition {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  return sql<SqlBool>`${inLines(columns)} ilike all(${words.map(anyPart)}::text[])`
}

/** The same, but a word may match elsewhere instead, by a condition on its pattern. */
export function matchesOr(
  columns: readonly Expression<unknown>[],
  text: Maybe<string>,
  elsewhere: (pattern: string) => Expression<SqlBool>,
): Condition {
  const patterns = wordsOf(text).map(anyPart)
  if (patterns.length === 0) return undefined
  const found = patterns.map((pattern) => sql<SqlBool>`(${inLines(columns)} ilike ${pattern} or ${elsewhere(pattern)})`)
  return sql<SqlBool>`(${sql.join(found, sql` and `)})`
}

/** The column has one of the values; an empty list restricts nothing. */
export const oneOf = (column: Expression<unknown>, values: Maybe<readonly string[]>): Condition =>
  values && values.length > 0 ? sql<SqlBool>`${column} = any(${[...values]}::text[])` : undefined

/** The same for ids. */
export const oneOfIds = (column: Expression<unknown>, ids: Maybe<readonly string[]>): Condition =>
  ids && ids.length > 0 ? sql<SqlBool>`${column} = any(${[...ids]}::uuid[])` : undefined

export const equals = (column: Expression<unknown>, value: Maybe<string | number | boolean>): Condition =>
  value === null || value === undefined ? undefined : sql<SqlBool>`${column} = ${value}`

/** On this day or later. */
export const onOrAfter = (column: Expression<unknown>, day: Maybe<string>): Condition =>
  day ? sql<SqlBool>`${column} >= ${day}::date` : undefined

/** On this day or earlier. */
export const onOrBefore = (column: Expression<unknown>, day: Maybe<string>): Condition =>
  day ? sql<SqlBool>`${column} <= ${day}::date` : undefined

/** Moments within the days of the range, in the company's time zone; a range of moments is taken as it is. */
export function within(column: Expression<unknown>, range: Maybe<DateRange>): Condition {
  if (!range?.from && !range?.to) return undefined
  const days = daysOf(range)
  // A subquery, so that it runs once and not for every row.
  const startOf = (day: RawBuilder<unknown>) => sql`(select app.day_start(${day}))`
  const from = days ? startOf(sql`${days.first}::date`) : sql`${range.from}::timestamptz`
  const until = days
    ? startOf(sql`${days.last}::date + 1`)
    : sql`(date_trunc('second', ${range.to}::timestamptz) + interval '1 second')`
  const conditions = [range.from && sql`${column} >= ${from}`, range.to && sql`${column} < ${until}`].filter(Boolean)
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}
