import { slices } from '@plinth/api'
import * as roleRecords from '@plinth/api/access/role-records'
import { errorAnswer, shapeOf } from '@plinth/api/kernel/endpoint'
import { takesEmpty } from '@plinth/api/kernel/filters'
import { kindOf } from '@plinth/api/kernel/kinds'
import * as letter from '@plinth/api/kernel/letter'
import * as paging from '@plinth/api/kernel/paging'
import * as permissions from '@plinth/api/kernel/permissions'
import { stampLabels } from '@plinth/api/kernel/record'
import * as sheetFiles from '@plinth/api/kernel/sheet-files'
import { statusChange } from '@plinth/api/kernel/status-changes'
import * as importResults from '@plinth/api/platform/import-results'
import * as taskRollups from '@plinth/api/works/task-rollups'
import * as z from 'zod/mini'
import { $ZodArray, $ZodObject, type $ZodType, toJSONSchema } from 'zod/v4/core'
import { ofEdits, ofKinds, ofUnread } from './description-words.ts'
import { capitalized, descriptionOf, recordDescriptions } from './entity-words.ts'

/** The part of a JSON schema that is used here. */
export interface Json {
  $ref?: string
  type?: string | string[]
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
  additionalProperties?: boolean | Json
  description?: string
  format?: string
  enum?: readonly unknown[]
}

/** The side of a schema: of requests or of answers. */
type Side = 'input' | 'output'

const modules: object[] = [
  ...Object.values(slices),
  roleRecords,
  taskRollups,
  importResults,
  letter,
  paging,
  permissions,
  sheetFiles,
  { errorAnswer, statusChange },
]

const isRecord = (value: unknown): value is $ZodType => value instanceof $ZodObject || value instanceof $ZodArray

const sentence = (words: string) => `${capitalized(words)}${words.endsWith('.') ? '' : '.'}`

/** The exports of a module in the order of their names, which not every loader of modules keeps. */
export const exportsOf = <Value>(module: Readonly<Record<string, Value>>) =>
  Object.entries(module).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** The labels of the fields of a module. */
const labelsIn = (module: object): Record<string, string> =>
  Object.fromEntries(
    exportsOf<Record<string, string>>({ ...module }).flatMap(([name, labels]) =>
      /(?<!Short)Labels$/.test(name) ? Object.entries(labels) : [],
    ),
  )

interface Named {
  name: string
  schema: $ZodType
  labels: Record<string, string>
}

/** The records of the wire by their names in `api/`, with the labels of their fields. */
const records: readonly Named[] = modules.flatMap((module) =>
  exportsOf<unknown>({ ...module }).flatMap(([name, schema]) =>
    isRecord(schema) ? [{ name: capitalized(name), schema, labels: { ...stampLabels, ...labelsIn(module) } }] : [],
  ),
)

const place = '#/components/schemas/'

/** Removes what marks a schema as a document of its own. */
function bare({ $schema: _, $id: __, ...rest }: Json & { $schema?: string; $id?: string }): Json {
  return rest
}

/** Whether the schema accepts any value, as fields do that only the server sets. */
const isUnread = (described: Json) => Object.keys(described).length === 0

/** Adds descriptions to a record and its fields: their words, or else the label and the unit. */
function withWords(described: Json, { name, schema, labels }: Named): Json {
  const shape = shapeOf(schema)
  const properties = Object.entries(described.properties ?? {}).map(([field, inner]): [string, Json] => {
    const own = shape[field]
    const unit = own && ofKinds[kindOf(own)]
    const known = descriptionOf(name, field) ?? [labels[field], unit].filter(Boolean).join(', ')
    const said = isUnread(inner) ? ofUnread : known
    return [field, said && !inner.$ref ? { ...inner, description: sentence(said) } : inner]
  })
  const description = recordDescriptions[name] ?? (name.endsWith('Edit') ? ofEdits : undefined)
  return {
    ...(description && { description }),
    ...described,
    ...(described.properties && { properties: Object.fromEntries(properties) }),
  }
}

/** The names of the records that a schema refers to. */
const referencesIn = (described: unknown): string[] =>
  [...JSON.stringify(described).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)

/** A pattern without Unicode classes, which some programs cannot read. */
const plain = (pattern: string) =>
  pattern
    .replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f')
    .replaceAll('\\p{Zl}', '\\u2028')
    .replaceAll('\\p{Zp}', '\\u2029')

/** Schemas by name. */
type Schemas = Record<string, $ZodType>
interface Converted {
  named: Record<string, Json>
  asked: Record<string, Json>
}

function convert(side: Side, schemas: Schemas): Converted {
  const registry = z.registry<{ id: string }>()
  for (const { name, schema } of records) registry.add(schema, { id: name })
  // As the fields of one object, schemas refer to named records and are otherwise written out.
  const asked = '~'
  registry.add(z.object(schemas), { id: asked })
  const made = toJSONSchema(registry, {
    io: side,
    unrepresentable: 'any',
    uri: (id) => place + id,
    override: ({ zodSchema, jsonSchema }) => {
      if (side === 'input' && takesEmpty(zodSchema)) {
        const value = { ...jsonSchema }
        for (const name of Object.keys(value)) Reflect.deleteProperty(jsonSchema, name)
        jsonSchema.anyOf = [value, { type: 'string', const: '' }]
      }
    },
  })
  const described: Record<string, Json> = JSON.parse(JSON.stringify(made.schemas), (key, value: unknown) => {
    if (key === 'pattern' && typeof value === 'string') return plain(value)
    // A choice without a form says nothing beside the others.
    return key === 'anyOf' && Array.isArray(value) ? value.filter((choice) => Object.keys(choice).length > 0) : value
  })
  return {
    named: Object.fromEntries(
      records.map((record) => [record.name, withWords(bare(described[record.name] ?? {}), record)]),
    ),
    asked: described[asked]?.properties ?? {},
  }
}

/** The names of all records that these schemas refer to, directly or not. */
function reached({ named, asked }: Converted): Set<string> {
  const names = new Set(referencesIn(asked))
  for (const name of names) for (const further of referencesIn(named[name])) names.add(further)
  return names
}

/** The JSON schemas of requests and answers, and those of the named records that they refer to. */
export function schemasOf(sent: Schemas, answered: Schemas) {
  const [input, output] = [convert('input', sent), convert('output', answered)]
  const [ofInput, ofOutput] = [reached(input), reached(output)]
  const isBoth = (name: string) =>
    ofOutput.has(name) && JSON.stringify(input.named[name]) !== JSON.stringify(output.named[name])
  // A record with another form in requests has another name there, and so has every record that refers to it.
  const apart = new Set([...ofInput].filter(isBoth))
  for (let before = -1; before < apart.size; ) {
    before = apart.size
    for (const name of ofInput)
      if (ofOutput.has(name) && referencesIn(input.named[name]).some((other) => apart.has(other))) apart.add(name)
  }
  function renamed<T>(described: T): T {
    return JSON.parse(JSON.stringify(described), (key, value: unknown) => {
      const name = key === '$ref' && typeof value === 'string' ? value.slice(place.length) : ''
      return apart.has(name) ? `${place}${name}Input` : value
    })
  }
  const component = (name: string, described: Json | undefined): [string, Json] => [name, described ?? {}]
  const components = Object.fromEntries(
    [
      ...[...ofOutput].map((name) => component(name, output.named[name])),
      ...[...ofInput]
        .filter((name) => apart.has(name) || !ofOutput.has(name))
        .map((name) => component(apart.has(name) ? `${name}Input` : name, renamed(input.named[name]))),
    ].toSorted(([one], [other]) => one.localeCompare(other)),
  )
  return { components, sent: renamed(input.asked), answered: output.asked }
}
