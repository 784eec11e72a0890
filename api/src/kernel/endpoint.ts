import * as z from 'zod/mini'
import type { $ZodType, output } from 'zod/v4/core'
import { message } from './messages.ts'
import type { Allow, Flag, ModuleName } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the wire. The server's route, the typed client, OpenAPI, `useCan` and the access tests all read this
 * value, so nothing describes the call twice. Without a `response` the answer is 204.
 */
export interface Endpoint<
  Params extends $ZodType | undefined = $ZodType | undefined,
  Query extends $ZodType | undefined = $ZodType | undefined,
  Body extends $ZodType | undefined = $ZodType | undefined,
  Response extends $ZodType | undefined = $ZodType | undefined,
> {
  method: Method
  /** Path on our own origin; a `:name` is a key of `params`. */
  path: string
  summary: string
  allow: Allow
  /**
   * Fields of the body that do the work of another call, or name a record of another module, and therefore need its
   * flag too when they have a value. With `ifChanged` only if the value differs from the stored one, which the handler
   * checks by `requireForChanges`.
   */
  alsoFor?: Readonly<Record<string, { module: ModuleName; can: Flag; ifChanged?: true }>>
  /**
   * An operator may make this call about any company's people and roles, and about the one list of modules; everybody
   * else only about their own company's.
   */
  scope?: 'platform'
  /**
   * The body is a file of at most `maxBytes`; a larger one answers 413 with `tooLarge`. With a `field` the file is that
   * part of a multipart form and has a name; otherwise the body is the file's bytes. With `toDisk` it is written to
   * disk as it arrives and never held in memory; then a form may have other fields, and up to `many` files.
   */
  upload?: { maxBytes: number; tooLarge: string; field?: string; toDisk?: true; many?: number }
  /** Also accepts a form, from programs that cannot send JSON; its fields are ignored. */
  takesForms?: true
  /**
   * The call changes how somebody signs in. `own`: the caller, who proves their identity in the same body (`proof` of
   * the account). `begun`: the caller, with a value that only such a call has returned. `others`: somebody else with at
   * most the caller's permissions, never the caller. `new`: somebody whom it enters.
   */
  signIn?: 'own' | 'begun' | 'others' | 'new'
  /**
   * For a platform call that lets somebody in, whatever its body says: what an operator needs in a customer's company
   * that is settled. `leave`: also canEdit on Credentials; `never`: only the company itself may call.
   */
  outside?: 'leave' | 'never'
  /** The answer is a file of one of these media types. */
  download?: readonly string[]
  /**
   * 201 marks a call that creates a record: with an `Idempotency-Key` it does so once in 24 hours, and its answer never
   * contains a secret.
   */
  status?: 200 | 201
  /** The field of the body with the value that the caller saw; if it has changed since, the answer is 412. */
  seen?: string
  params?: Params
  query?: Query
  body?: Body
  response?: Response
}

export function endpoint<
  Params extends $ZodType | undefined = undefined,
  Query extends $ZodType | undefined = undefined,
  Body extends $ZodType | undefined = undefined,
  Response extends $ZodType | undefined = undefined,
>(value: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return value
}

/** The fields of a query or body, each with its schema; empty if it has no fields. */
export const shapeOf = (schema: $ZodType | undefined): Readonly<Record<string, $ZodType>> =>
  (schema?._zod.def as { shape?: Record<string, $ZodType> } | undefined)?.shape ?? {}

type Parsed<T> = T extends $ZodType ? output<T> : undefined
type Part<E, K extends 'params' | 'query' | 'body' | 'response'> =
  E extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Parsed<{ params: P; query: Q; body: B; response: R }[K]>
    : never

/** The input of a handler, every part parsed. */
export interface Input<E> {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
}
export type Body<E> = Part<E, 'body'>
export type Answer<E> = Part<E, 'response'>

/** A field at fault, by its wire name, and the fault. */
export const fieldFault = z.object({ path: z.string(), ...message.shape })
export type FieldFault = z.infer<typeof fieldFault>

/** The shape of every answer that is not a success; `fields` names the fields to mend. */
export const errorAnswer = z.object({ code: z.string(), ...message.shape, fields: z.optional(z.array(fieldFault)) })
export type ErrorAnswer = z.infer<typeof errorAnswer>

/** Whether the call takes the state that was edited, and answers 412 for an older one. */
export const knowsStale = ({ method, body }: Endpoint): boolean => method === 'PUT' && 'updatedAt' in shapeOf(body)

/** The statuses of the call's possible refusals. */
export const refusalsOf = (endpoint: Endpoint): number[] => {
  const { method, allow } = endpoint
  return [400, 404, 429, 503]
    .concat(allow !== 'public' ? [401, 403] : method === 'GET' ? [] : 401)
    .concat(method === 'GET' ? [] : [408, 409, 413, 415, 507])
    .concat(knowsStale(endpoint) || endpoint.seen ? 412 : [])
    .toSorted((one, other) => one - other)
}
