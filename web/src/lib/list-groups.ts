import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import type { $ZodShape } from 'zod/v4/core'
import { call } from './call.ts'
import { monthText, plainText, words } from './format.ts'
import { t } from './language.ts'
import { endpointKey } from './query-client.ts'

/** How a list is put in groups. */
export interface Grouping {
  /** Answers the groups of a search and what each comes to. */
  endpoint: Endpoint
  /** The fields that it can be grouped by, of the records of the list. */
  fields: readonly string[]
  entity: { shape: $ZodShape }
  /** What the amounts of a group are called, in the order they are told. */
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

/** Whether each month of the field is a group. */
const isByMonth = (grouping: Grouping, field: string) => kindOf(grouping, field) === 'day'

/** Asks for the groups of a search. */
export const groupsOf = ({ endpoint }: Grouping, body: object) => ({
  queryKey: endpointKey(endpoint, { body }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await call(endpoint, { body }, { signal })) as Grouped,
})

/** In which group a record is, as the server has it. */
export function groupKeyOf(grouping: Grouping, field: string, row: object): string | null {
  const value = plainText(Object.entries(row).find(([name]) => name === field)?.[1])
  return (isByMonth(grouping, field) ? value.slice(0, 7) : value) || null
}

/** What a field is called inside of a sentence. */
const inSentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)

/** What it is called to group by a field. */
export const wayName = (grouping: Grouping, field: string, label: string): string =>
  isByMonth(grouping, field)
    ? t('By month of {field}', { field: inSentence(label) })
    : t('By {field}', { field: inSentence(label) })

/** What the group of a field called `label` is called. */
export function groupName(grouping: Grouping, field: string, label: string, key: string | null): string {
  if (key === null) return t('Without {field}', { field: inSentence(label) })
  const kind = kindOf(grouping, field)
  return kind === 'day' ? monthText(key) : kind === 'choice' ? words(key) : key
}
