import * as z from 'zod/mini'
import type { $ZodType, output } from 'zod/v4/core'
import { message } from './messages.ts'
import type { Allow, Flag, ModuleName } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the wire. The server's route, the typed client, OpenAPI, `useCan` and the access tests all read this
 * value; nothing describes the call a second time. Without a `response` the answer is 204.
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
   * Fields of the body that do what another call does, or name a record of another module, and ask for its flag besides where they are
   * given. `ifChanged`: only where they say something else than is stored, which the handler finds out by `requireForChanges`.
   */
  alsoFor?: Readonly<Record<string, { module: ModuleName; can: Flag; ifChanged?: true }>>
  /**
   * An operator may make this call about any company's people and roles, and about the one list of modules; everybody
   * else about their own company's.
   */
  scope?: 'platform'
  /**
   * The body is a file of so many bytes at most; more answers 413 with this sentence. With a `field` it comes as that
   * part of a multipart form, under a name; else the body is the file's bytes. With `toDisk` it is written to disk as it
   * arrives, never held in memory; a form may have other fields then, and up to `many` files.
   */
  upload?: { maxBytes: number; tooLarge: string; field?: string; toDisk?: true; many?: number }
  /** Takes a form besides, as programs send it that speak no JSON; of its fields nothing is read. */
  takesForms?: true
  /**
   * The call decides how somebody signs in. `own`: the caller, who proves who they are in the same body (`proof` of the
   * account). `begun`: the caller, by what only such a call has told them. `others`: somebody else who may do no more than the
   * caller, never the caller. `new`: somebody whom it enters.
   */
  signIn?: 'own' | 'begun' | 'others' | 'new'
  /**
   * Of a platform call that lets somebody in, whatever its body says: what an operator needs for it in a customer's company
   * that is settled. `leave`: canEdit on Credentials besides; `never`: it is the company's alone.
   */
  outside?: 'leave' | 'never'
  /** The answer is a file, of one of these media types. */
  download?: readonly string[]
  /** 201 marks a call that creates a record: with an `Idempotency-Key` it does so once in 24 hours, and never answers a secret. */
  status?: 200 | 201
  /** The field of the body that says what the caller saw: where that changed since, the answer is 412. */
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

/** The fields of a query or body, each with its schema; none where it has no fields. */
export const shapeOf = (schema: $ZodType | undefined): Readonly<Record<string, $ZodType>> =>
  (schema?._zod.def as { shape?: Record<string, $ZodType> } | undefined)?.shape ?? {}

type Parsed<T> = T extends $ZodType ? output<T> : undefined
type Part<E, K extends 'params' | 'query' | 'body' | 'response'> =
  E extends Endpoint<infer P, infer Q, infer B, infer R>
    ? Parsed<{ params: P; query: Q; body: B; response: R }[K]>
    : never

/** What a handler receives: every part parsed. */
export interface Input<E> {
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
}
export type Body<E> = Part<E, 'body'>
export type Answer<E> = Part<E, 'response'>

/** Something to mend, by its wire name, and what is wrong with it. */
export const fieldFault = z.object({ path: z.string(), ...message.shape })
export type FieldFault = z.infer<typeof fieldFault>

/** Every answer that is not a success has this shape; `fields` names what to mend. */
export const errorAnswer = z.object({ code: z.string(), ...message.shape, fields: z.optional(z.array(fieldFault)) })
export type ErrorAnswer = z.infer<typeof errorAnswer>

/** Whether the call takes the state that an edit was made on, and answers 412 to an older one. */
export const knowsStale = ({ method, body }: Endpoint): boolean => method === 'PUT' && 'updatedAt' in shapeOf(body)

/** The statuses that a call may be refused with. */
export const refusalsOf = (endpoint: Endpoint): number[] => {
  const { method, allow } = endpoint
  return [400, 404, 429, 503]
    .concat(allow !== 'public' ? [401, 403] : method === 'GET' ? [] : 401)
    .concat(method === 'GET' ? [] : [408, 409, 413, 415, 507])
    .concat(knowsStale(endpoint) || endpoint.seen ? 412 : [])
    .toSorted((one, other) => one - other)
}
