import * as z from 'zod/mini'
import { id, moment, optional } from './fields.ts'

type Shape = z.core.$ZodShape

/** Set by the database on every record: a client may send them back, and they are ignored. */
const stamps = {
  createdAt: moment,
  updatedAt: moment,
  createdBy: z.nullable(id),
  updatedBy: z.nullable(id),
  isDeleted: z.boolean(),
  deletedAt: z.nullable(moment),
  deletedBy: z.nullable(id),
}

/** The labels of the stamps and authors on the screen. */
export const stampLabels = {
  createdAt: 'Created',
  createdByName: 'Created by',
  updatedAt: 'Updated',
  updatedByName: 'Updated by',
} as const

const mapped = (fields: Shape, make: (schema: z.core.$ZodType, name: string) => z.core.$ZodType) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, make(schema, name)]))

type Stored<F extends Shape> = {
  [K in keyof F]: F[K] extends z.ZodMiniOptional<infer Inner extends z.core.$ZodType> ? Inner : F[K]
}

/** A record as it is answered: every field present (null when empty), with its stamps. */
export function stored<F extends Shape>(fields: F) {
  const present = mapped(fields, (schema) => (schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema))
  return z.object({ ...present, ...stamps } as Stored<F> & typeof stamps)
}

const perhaps = { createdAt: z.nullable(moment), updatedAt: z.nullable(moment) }

/** The same for a record that is also answered before it was ever saved: its moments are null then. */
export function perhapsStored<F extends Shape>(fields: F) {
  const shape: Omit<Stored<F> & typeof stamps, keyof typeof perhaps> & typeof perhaps = {
    ...stored(fields).shape,
    ...perhaps,
  }
  return z.object(shape)
}

/** The wire names of some fields. */
export const namesOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[]

/** Maps each entry, keeping its name. */
export const ofEach = <K extends string, V, T>(entries: Readonly<Record<K, V>>, one: (entry: V) => T) =>
  Object.fromEntries(Object.entries<V>(entries).map(([name, entry]) => [name, one(entry)])) as Record<K, T>

/** Fields that only the server sets: accepted, so that a stored record can be sent back whole, and ignored. */
export function ignored<const K extends string>(...names: K[]) {
  const fields = names.map((name) => [name, z.optional(z.unknown())])
  return Object.fromEntries(fields) as Record<K, z.ZodMiniOptional<z.ZodMiniUnknown>>
}

/** The names of the creator and of the last editor; null if no person of the company did it. */
export const authors = { createdByName: z.nullable(z.string()), updatedByName: z.nullable(z.string()) }

type StampName = keyof typeof stamps
const stampNames = Object.keys(stamps) as StampName[]
const editStampNames = stampNames.filter((name) => name !== 'updatedAt')

type WithDefaults<F extends Shape, D> = {
  [K in keyof F]: K extends keyof D ? z.ZodMiniDefault<F[K]> : F[K]
}

/** The body that creates a record; `defaults` are the values of fields that may be left out. */
export function createBody<
  F extends Shape,
  D extends { [K in keyof F]?: z.core.output<F[K]> },
  const S extends string = never,
>(fields: F, defaults: D, serverSet: S[] = []) {
  const withDefaults = mapped(fields, (schema, name) =>
    name in defaults ? z._default(schema as z.ZodMiniType, defaults[name]) : schema,
  )
  return z.strictObject({
    ...(withDefaults as WithDefaults<F, D>),
    ...ignored<'id' | StampName | S>('id', ...serverSet, ...stampNames),
  })
}

type AllOptional<F extends Shape> = {
  [K in keyof F]: F[K] extends z.ZodMiniOptional ? F[K] : z.ZodMiniOptional<F[K]>
}

/**
 * The body that changes a record: a field left out stays as it is, null empties it. `updatedAt` is the state that was
 * edited; if somebody saved since, the answer is 412.
 */
export function editBody<F extends Shape, const S extends string = never>(fields: F, serverSet: S[] = []) {
  const partial = mapped(fields, (schema) => (schema instanceof z.ZodMiniOptional ? schema : z.optional(schema)))
  return z.strictObject({
    ...(partial as AllOptional<F>),
    ...ignored<'id' | Exclude<StampName, 'updatedAt'> | S>('id', ...serverSet, ...editStampNames),
    updatedAt: optional(moment),
  })
}
