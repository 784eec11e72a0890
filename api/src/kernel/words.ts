import type { $ZodType, input, output } from 'zod/v4/core'
import type { Answer, Body, Endpoint, Input } from './endpoint.ts'

/** A value with fields: a file has none. */
type Data<T> = T extends Uint8Array | Blob ? object : T
type Item<T> = T extends readonly (infer One)[] ? One : T
/** The values one level down. */
type Below<T> = T extends readonly (infer One)[] ? One : T extends object ? T[keyof T] : never
/** The names of the fields on one level; a record with any keys has none. */
type Names<T> = T extends readonly unknown[] ? never : T extends object ? NamesOf<T> : never
type NamesOf<T> = string extends keyof T ? never : keyof T & string

type Second<T> = Below<Below<T>>
type Fourth<T> = Second<Second<T>>
/** The names of the fields on the first five levels: a page has its records on the third. */
type NamesIn<T> = Names<T> | Names<Below<T>> | Names<Second<T>> | Names<Below<Second<T>>> | Names<Fourth<T>>

type Sent<E> =
  E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? (B extends $ZodType ? Data<input<B>> : object) : never
type ValueOf<T> = T extends $ZodType ? output<T> : T extends Endpoint ? Data<Body<T>> | Data<Answer<T>> : never
type FieldOf<Wire> = NamesIn<ValueOf<Wire[keyof Wire]>>

type RecordName<Wire> = {
  [Name in keyof Wire]: Wire[Name] extends $ZodType ? (output<Wire[Name]> extends object ? Name : never) : never
}[keyof Wire]
type CallName<Wire> = { [Name in keyof Wire]: Wire[Name] extends Endpoint ? Name : never }[keyof Wire]

type ParametersOf<E> = Names<Input<E>['params']> | Names<Input<E>['query']>

type Each<T> = { readonly [Field in keyof T]?: T[Field] }

interface RecordWords<T> {
  /** What the record is, if its name does not say it. */
  description?: string
  /** What its fields are, if their labels do not say it. */
  descriptions?: { readonly [Field in Names<T>]?: string }
  examples?: Each<T>
}

interface CallWords<E> {
  parameters?: { readonly [Name in ParametersOf<E>]?: string }
  /** The examples of the whole body and of the whole answer. */
  body?: Sent<E>
  answer?: Answer<E>
  /** Examples of fields of the body and of the answer. */
  examples?: Each<Sent<E>> & Each<Item<Data<Answer<E>>>>
}

/**
 * What the OpenAPI document says of a wire file beside its summaries, labels and schemas. It stands in `<entity>.words.ts`,
 * which only the server loads. A key that is no record, call, parameter or field of the wire file is a type error.
 */
export interface WordsOf<Wire> {
  /** What the parameters in the addresses of its calls are. */
  parameters?: { readonly [Name in ParametersOf<Wire[CallName<Wire>]>]?: string }
  /** What a field is, wherever there is one of this name. */
  descriptions?: { readonly [Name in FieldOf<Wire>]?: string }
  /** The example of a field, wherever there is one of this name. `undefined` leaves an optional field out. */
  examples?: { readonly [Name in FieldOf<Wire>]?: unknown }
  /** What is true of one record only; its examples are those of its `…Input` and `…Edit` too. */
  records?: { readonly [Name in RecordName<Wire>]?: RecordWords<ValueOf<Wire[Name]>> }
  /** What is true of one call only. */
  calls?: { readonly [Name in CallName<Wire>]?: CallWords<Wire[Name]> }
}

type Texts = Readonly<Record<string, string>>

/** The same without the names of one wire file. */
export interface Words {
  parameters?: Texts
  descriptions?: Texts
  examples?: Readonly<Record<string, unknown>>
  records?: Readonly<Record<string, { description?: string; descriptions?: Texts; examples?: object }>>
  calls?: Readonly<Record<string, { parameters?: Texts; body?: unknown; answer?: unknown; examples?: object }>>
}
