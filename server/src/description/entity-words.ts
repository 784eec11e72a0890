import type { Words } from '@plinth/api/kernel/words'
import { words } from '@plinth/api/words'
import { common } from './description-words.ts'

const bySlice: Readonly<Record<string, Words | undefined>> = words
const all: readonly Words[] = [common, ...Object.values(words)]

export const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

type Entry<Value> = readonly [key: string, value: Value]

/** Throws if two entities have the same key: which of them counts would depend on their order. */
function gathered<Value>(entries: readonly Entry<Value>[]): Readonly<Record<string, Value>> {
  const keys = entries.map(([key]) => key)
  const repeated = keys.filter((key, at) => keys.indexOf(key) !== at)
  if (repeated.length > 0) throw new Error(`Two entities have words for: ${repeated.join(', ')}`)
  return Object.fromEntries(entries)
}

const records = all
  .flatMap((part) => Object.entries(part.records ?? {}))
  .map(([name, own]) => [capitalized(name), own] as const)
const calls = all.flatMap((part) => Object.entries(part.calls ?? {}))

/** The entries of a record or call, by its name and theirs. */
const ownEntries = (owner: string, values: object = {}): Entry<unknown>[] =>
  Object.entries(values).map(([name, value]) => [`${owner}.${name}`, value])

/** What each record is. */
export const recordDescriptions = gathered(
  records.flatMap(([name, { description }]) => (description === undefined ? [] : [[name, description] as const])),
)

const descriptions = gathered([
  ...all.flatMap((part) => Object.entries(part.descriptions ?? {})),
  ...records.flatMap(([name, own]) =>
    Object.entries(own.descriptions ?? {}).map(([field, text]) => [`${name}.${field}`, text] as const),
  ),
])

/** What a field of a record is; undefined if its label says it. */
export const descriptionOf = (record: string, field: string) =>
  descriptions[`${record}.${field}`] ?? descriptions[field]

/** What a parameter of a call is; undefined if the address says it. */
export function parameterOf(slice: string, call: string, name: string): string | undefined {
  const own = bySlice[slice]
  return own?.calls?.[call]?.parameters?.[name] ?? own?.parameters?.[name] ?? common.parameters?.[name]
}

/** The examples of fields wherever they stand; a field whose example is undefined is left out. */
export const fieldExamples = gathered(all.flatMap((part) => Object.entries(part.examples ?? {})))

const ownExamples = gathered([...records, ...calls].flatMap(([owner, { examples }]) => ownEntries(owner, examples)))

/** The example of a field of a record or call. */
export function exampleOf(owner: string, field: string): unknown {
  const owners = [owner, owner.replace(/(?:Input|Edit)$/, '')]
  const key = owners.map((one) => `${one}.${field}`).find((one) => one in ownExamples)
  return key === undefined ? fieldExamples[field] : ownExamples[key]
}

/** The examples of whole bodies and answers, by call. */
export const bodyExamples = gathered(
  calls.flatMap(([name, { body }]) => (body === undefined ? [] : [[name, body] as const])),
)
export const answerExamples = gathered(
  calls.flatMap(([name, { answer }]) => (answer === undefined ? [] : [[name, answer] as const])),
)
