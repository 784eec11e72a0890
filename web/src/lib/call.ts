import { useDebouncedValue } from '@mantine/hooks'
import { getSession, logout, refresh } from '@plinth/api/auth'
import { type CallInput, requestOf } from '@plinth/api/kernel/client'
import { type Answer, type Endpoint, type ErrorAnswer, errorAnswer } from '@plinth/api/kernel/endpoint'
import { mayCall, type SessionUser } from '@plinth/api/kernel/permissions'
import { keepPreviousData, QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { safeParse } from 'zod/v4/core'
import { t, translated } from './language.ts'
import { forgetSearches } from './search.ts'
import {
  accessToken,
  clearSession,
  currentUser,
  leaveEnded,
  refreshToken,
  storeTokens,
  storeUser,
  useUser,
} from './session.ts'

interface Sent {
  method: string
  headers: Headers
  body: string | Blob | FormData | null
  signal: AbortSignal | null
}
/** Carries a request to the server and brings the answer; fails when there is none. */
export type Transport = (url: string, request: Sent) => Promise<Response>

export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** Where `fetch` does not tell enough of how far it is. */
  transport?: Transport
}

/** Any answer that is not a success; status 0 when there was none. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: NonNullable<ErrorAnswer['fields']>
  /** Seconds after which the server asks to be called again, where it does. */
  readonly retryAfter: number | null

  constructor(status: number, { code, message, fields = [] }: ErrorAnswer, retryAfter: number | null = null) {
    super(translated(message))
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

export const unreachable = () =>
  new CallError(0, {
    code: 'unreachable',
    message: t('The server cannot be reached. Check the connection and try again.'),
  })

/** The company has begun to ask for a second factor since the person signed in: their own page is all that is open. */
function holdBack(): void {
  const user = currentUser()
  if (user) storeUser({ ...user, mustSetUpSecondFactor: true })
}

async function errorOf(response: Response): Promise<CallError> {
  const parsed = errorAnswer.safeParse(await response.json().catch(() => null))
  if (response.status === 403 && parsed.data?.code === 'second_factor_missing') holdBack()
  return new CallError(
    response.status,
    parsed.success
      ? parsed.data
      : { code: 'unknown', message: t('The server answered {status}.', { status: response.status }) },
    Number(response.headers.get('retry-after')) || null,
  )
}

type Parts = Parameters<typeof requestOf>[1]

async function send(endpoint: Endpoint, input: Parts, token: string | null, options: CallOptions): Promise<Response> {
  const { method, url, body } = requestOf(endpoint, input)
  const headers = new Headers({ accept: endpoint.download ? '*/*' : 'application/json' })
  if (body instanceof Blob) headers.set('content-type', body.type || 'application/octet-stream')
  // Of a form the browser says the type itself, with the boundary.
  else if (typeof body === 'string') headers.set('content-type', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  const { transport = fetch, signal = null } = options
  try {
    return await transport(url, { method, headers, body: body ?? null, signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
}

function sessionEnded(): CallError {
  leaveEnded()
  return new CallError(401, { code: 'session_ended', message: t('Your session has ended. Please sign in again.') })
}

async function exchange(stale: string | null): Promise<void> {
  if (accessToken() !== stale) return
  const token = refreshToken()
  if (token === null) throw sessionEnded()
  const response = await send(refresh, { body: { refreshToken: token } }, null, {})
  if (response.status === 400 || response.status === 401) throw sessionEnded()
  if (!response.ok) throw await errorOf(response)
  storeTokens((await response.json()) as Answer<typeof refresh>)
}

let renewal: Promise<void> | undefined

/** Refreshes the session at once. Fails as any call does. */
export const prolong = () => renew(accessToken())

/** One exchange however many calls wait for it, in this tab and (where the browser has locks) in the others. */
function renew(stale: string | null): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  renewal ??= (locks ? locks.request('session', () => exchange(stale)) : exchange(stale)).finally(() => {
    renewal = undefined
  })
  return renewal
}

/** An access token that ran out is renewed once and the call made again. */
async function responseTo(endpoint: Endpoint, parts: Parts, options: CallOptions): Promise<Response> {
  const token = endpoint.allow === 'public' ? null : accessToken()
  let response = await send(endpoint, parts, token, options)
  if (response.status === 401 && endpoint.allow !== 'public') {
    await renew(token)
    response = await send(endpoint, parts, accessToken(), options)
    if (response.status === 401) throw sessionEnded()
  }
  if (!response.ok) throw await errorOf(response)
  return response
}

/** Makes a call of the wire. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const response = await responseTo(endpoint, input, options)
  return (response.status === 204 ? undefined : await response.json()) as Answer<E>
}

function fileNameIn(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}

/** Makes a call that is answered by a file, and hands the file to the browser to be kept. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<void> {
  const response = await responseTo(endpoint, input, options)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = fileNameIn(response.headers.get('content-disposition') ?? '') ?? 'download'
  link.click()
  // Revoked at once, some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const worthRetrying = (error: Error) => error instanceof CallError && (error.status === 0 || error.status === 503)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (count, error) => count < 2 && worthRetrying(error),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Every cached answer is kept under its endpoint and what was sent to it. */
export const endpointKey = (endpoint: Endpoint, input: unknown) => [endpoint.method, endpoint.path, input]

/** A new Idempotency-Key. `crypto.randomUUID` is missing on plain http, where an installation on a local network may run. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Whether the person may make every one of these calls, about what the present route or `params` name. Undefined while
 * the server is asked once more: what the browser knows of their permissions may be older than a change to a role.
 */
export function useAllowed(endpoints: readonly Endpoint[], params?: unknown): boolean | undefined {
  const user = useUser()
  const routeParams = useParams({ strict: false })
  const may = (whom: SessionUser) =>
    endpoints.every(({ allow }) => mayCall(allow, whom, { ...routeParams, ...Object(params) }))
  const known = user === null ? endpoints.every(({ allow }) => allow === 'public') : may(user)
  const { data, isFetching } = useQuery({
    ...sessionOf(user),
    enabled: user !== null && !known,
    staleTime: 10_000,
  })
  if (known || (data && may(data))) return true
  return isFetching ? undefined : false
}

/** What the server would answer to a call that it is not asked. */
export const denied = new CallError(403, { code: 'forbidden', message: 'You do not have permission to do this.' })

export interface Loaded<T> {
  data: T | undefined
  error: CallError | null
  retry: () => void
}

interface RecordOptions<E extends Endpoint> {
  enabled?: boolean
  /** Other `:params` than those of the present route. */
  params?: CallInput<E>['params']
  query?: CallInput<E>['query']
}

/** What an address gets that can name no record: asked for, the server would only say that it is none. */
const absent = new CallError(404, { code: 'not_found', message: 'Not found' })

/** What a GET endpoint answers for the `:params` of the present route. Always fetched afresh when a screen opens. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  { enabled = true, params, query: asked }: RecordOptions<E> = {},
): Loaded<Answer<E>> {
  const routeParams = useParams({ strict: false })
  const input = { params: params ?? routeParams, ...(asked && { query: asked }) } as unknown as CallInput<E>
  const may = useAllowed(enabled ? [endpoint] : [], params)
  const isWhole = !enabled || !endpoint.params || safeParse(endpoint.params, input.params).success
  const query = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    enabled: enabled && isWhole && may === true,
    gcTime: 0,
  })
  const refusal = may === false ? denied : isWhole ? null : absent
  const error = refusal ?? (query.error as CallError | null)
  return { data: query.data, error, retry: () => void query.refetch() }
}

/**
 * Writes a record for the `:params` of the present route, then marks every cached answer stale. One form has one
 * Idempotency-Key, so that sending it twice creates one record. Once the session has ended nothing is fetched anew.
 */
export function useSave({ endsSession = false } = {}) {
  const params = useParams({ strict: false })
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(newKey)
  return async function save<E extends Endpoint>(endpoint: E, body: unknown): Promise<Answer<E>> {
    const input = { params, body } as unknown as CallInput<E>
    const stored = await call(endpoint, input, endpoint.status === 201 ? { idempotencyKey } : {})
    if (!endsSession) void queryClient.invalidateQueries()
    return stored
  }
}

interface SuggestionOptions {
  enabled?: boolean
  /** Characters to type before anything is asked. */
  minLength?: number
  retry?: false
}

/** What a search by keyword finds, asked for when the typing pauses; the answer before stays until the next is there. */
export function useSuggestions<E extends Endpoint>(
  endpoint: E,
  typed: string,
  { enabled = true, minLength = 0, ...options }: SuggestionOptions = {},
) {
  const [keyword] = useDebouncedValue(typed, 200)
  const input = { query: { keyword } } as unknown as CallInput<E>
  const { data, error, isFetching } = useQuery({
    queryKey: endpointKey(endpoint, input),
    queryFn: ({ signal }): Promise<Answer<E>> =>
      call(endpoint, input, { signal }).catch((error: unknown) => {
        // oxlint-disable-next-line no-console -- the specification has the failure of such a search logged
        if (!signal.aborted) console.error(error)
        throw error
      }),
    enabled: enabled && keyword.length >= minLength,
    placeholderData: keepPreviousData,
    ...options,
  })
  return { data, error, isFetching: isFetching || keyword !== typed }
}

const sessionOf = (user: SessionUser | null) => ({
  queryKey: [...endpointKey(getSession, {}), user?.id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getSession, {}, { signal }),
})

/** The signed-in user, whose stored permissions are brought up to date whenever the window is opened or returned to. */
export function useFreshUser(): SessionUser | null {
  const user = useUser()
  const { data, dataUpdatedAt } = useQuery({
    ...sessionOf(user),
    enabled: user !== null,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (data && dataUpdatedAt) storeUser(data)
  }, [data, dataUpdatedAt])
  return user
}

/** Goes home first, so that a form with unsaved changes can still object. */
export function useLogout() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async () => {
    await router.navigate({ to: '/' })
    if (router.state.location.pathname !== '/') return
    await call(logout, {}).catch(() => undefined)
    clearSession()
    forgetSearches()
    queryClient.clear()
  }
}
