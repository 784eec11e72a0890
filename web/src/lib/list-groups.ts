import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import type { $ZodShape } from 'zod/v4/core'
import { call } from './call.ts'
import { monthText, plainText, words } from './format.ts'
import { t } from './language.ts'
import { endpointKey } from './query-client.ts'

/** How a list is grouped. */
export interface Grouping {
  /** Answers the groups of a search and their amounts. */
  endpoint: Endpoint
  /** The fields of the records that the list can be grouped by. */
  fields: readonly string[]
  entity: { shape: $ZodShape }
  /** The labels of a group's amounts, in the order they are shown. */
  amounts: Readonly<Record<string, string>>
}

export interface ListGroup {
  key: string | null
  count: number
  amounts: Readonly<Record<string, number>>
}
export interface Grouped {
  groups: ListGroup[]
  leftOut: Omit<ListGroup, 'key'> & { groups: number }
}

const kindOf = ({ entity }: Grouping, field: string): Kind => kindsOf(entity)[field] ?? 'text'

/** Whether the field is grouped by month. */
const isByMonth = (grouping: Grouping, field: string) => kindOf(grouping, field) === 'day'

/** The query for the groups of a search. */
export const groupsOf = ({ endpoint }: Grouping, body: object) => ({
  queryKey: endpointKey(endpoint, { body }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(endpoint, { body }, { signal })) as Grouped,
})

/** The key of the record's group, as the server computes it. */
export function groupKeyOf(grouping: Grouping, field: string, row: object): string | null {
  const value = plainText(Object.entries(row).find(([name]) => name === field)?.[1])
  return (isByMonth(grouping, field) ? value.slice(0, 7) : value) || null
}

/** A field's label inside of a sentence. */
const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** The label of grouping by a field. */
export const groupingLabel = (grouping: Grouping, field: string, label: string): string =>
  isByMonth(grouping, field)
    ? t('By month of {field}', { field: inSentence(label) })
    : t('By {field}', { field: inSentence(label) })

/** The name of a group of the field with this `label`. */
export function groupName(grouping: Grouping, field: string, label: string, key: string | null): string {
  if (key === null) return t('Without {field}', { field: inSentence(label) })
  const kind = kindOf(grouping, field)
  return kind === 'day' ? monthText(key) : kind === 'choice' ? words(key) : key
}
