import type { Json } from './description-schemas.ts'
import * as words from './entity-words.ts'

/** The example of a choice is the first of these that it has. */
const usual = ['AWARDED', 'SUBMITTED', 'IN_PROGRESS', 'ACTIVE', 'HIGH', 'CONTRACT', 'xlsx', 'createdAt', 'true']

/** The fields in the example of a body that has too many to show all. */
const few: readonly [RegExp, readonly string[]][] = [
  [
    /Edit$/,
    ['contractName', 'status', 'comments', 'comment', 'name', 'description', 'username', 'isActive', 'updatedAt'],
  ],
  [/^(?:filter|search|export)/, ['projectId', 'status', 'dateRange', 'pagination', 'sort', 'format', 'columns']],
]

const typesOf = ({ type }: Json) => [type ?? []].flat()

function fits(described: Json, value: unknown): boolean {
  if (described.anyOf) return described.anyOf.some((choice) => fits(choice, value))
  if (described.enum) return described.enum.includes(value)
  const kinds: Record<string, boolean> = {
    null: value === null,
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: Number.isInteger(value),
    boolean: typeof value === 'boolean',
    array: Array.isArray(value) && value.every((one) => fits(described.items ?? {}, one)),
    object: typeof value === 'object' && value !== null && !Array.isArray(value),
  }
  return typesOf(described).some((kind) => kinds[kind] ?? false)
}

/** Examples of schemas, made by the names of their fields. */
export function examplesOf(components: Readonly<Record<string, Json>>) {
  const nameOf = ({ $ref }: Json) => $ref?.split('/').at(-1)

  function objectOf(described: Json, name: string): Record<string, unknown> {
    const required = described.required ?? []
    const [, chosen] = few.find(([pattern]) => pattern.test(name)) ?? []
    const entries = Object.entries(described.properties ?? {}).flatMap(([field, inner]): [string, unknown][] => {
      const isUnread = Object.keys(inner).every((key) => key === 'description')
      const isLeftOut = chosen
        ? !chosen.includes(field)
        : field in words.fieldExamples && words.fieldExamples[field] === undefined
      if (!required.includes(field) && (isUnread || isLeftOut)) return []
      return [[field, exampleOf(inner, field, name)]]
    })
    return Object.fromEntries(entries)
  }

  function exampleOf(given: Json, name: string, owner = ''): unknown {
    const referred = nameOf(given)
    const described = referred === undefined ? given : (components[referred] ?? {})
    const known = words.exampleOf(owner, name)
    if (known !== undefined && fits(described, known)) return known
    if (described.anyOf) {
      const choice = described.anyOf.find((one) => !typesOf(one).includes('null')) ?? {}
      return exampleOf(choice, name, owner)
    }
    if (described.enum) return usual.find((one) => described.enum?.includes(one)) ?? described.enum[0]
    const [kind] = typesOf(described)
    if (kind === 'object' || described.properties) return objectOf(described, referred ?? name)
    if (kind === 'array') return [exampleOf(described.items ?? {}, name, owner)]
    if (kind === 'boolean') return true
    if (kind === 'integer' || kind === 'number') return 1
    if (described.format === 'uuid') return words.fieldExamples['id']
    if (described.format === 'date') return '2026-06-15'
    if (described.format === 'date-time') return '2026-06-15T06:30:00Z'
    return kind === 'null' ? null : 'Demo Infra'
  }

  return {
    body: (call: string, described: Json) => words.bodyExamples[call] ?? exampleOf(described, call),
    answer: (call: string, described: Json) => words.answerExamples[call] ?? exampleOf(described, call),
  }
}
