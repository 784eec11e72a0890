import { type CallInput, requestOf } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useEffect } from 'react'
import { call } from './call.ts'
import { CallError } from './call-error.ts'
import { whenIdle } from './idle.ts'
import { lazyScript } from './lazy-script.ts'
import { hasLine, onLine } from './line.ts'
import { currentUser } from './session.ts'
import { type Loaded, type RecordOptions, useRecord } from './useRecord.ts'

const answers = lazyScript(() => import('./device-answers.ts'))

/** What is to be kept once the page has nothing else to fetch, by what was asked for; null from then on. */
let pending: Map<string, () => Promise<void>> | null = new Map()
whenIdle(async () => {
  await deviceAnswers()
  const due = [...(pending?.values() ?? [])]
  pending = null
  await Promise.all(due.map((keep) => keep()))
})

/** What keeps answers on this device; undefined while its script is not there. */
const deviceAnswers = () => answers.load().catch(() => undefined)

/** What an answer is kept under: the record that was asked for, whatever the query says of it. */
const askedOf = (endpoint: Endpoint, params: unknown): string => requestOf(endpoint, { params }).url

/**
 * Stores an answer on this device for the person who got it, and removes the stored one if there is no answer. Does nothing if another
 * person has signed in since. If there is no room, the screen does not open without a connection.
 */
export async function keepOnDevice(
  endpoint: Endpoint,
  params: unknown,
  answer: unknown,
  ownerId = currentUser()?.id,
): Promise<void> {
  if (ownerId === undefined) return
  const asked = askedOf(endpoint, params)
  // An earlier answer must not replace this one later.
  pending?.delete(asked)
  const device = await deviceAnswers()
  const isKept =
    answer === undefined ? device?.removeAnswer(ownerId, asked) : device?.storeAnswer(ownerId, asked, answer)
  await isKept?.catch(() => undefined)
}

/** What is kept on this device of a kind of record. */
export const answersOnDevice = async <E extends Endpoint>(endpoint: E, noId: { id: '' }): Promise<Answer<E>[]> =>
  ((await (await deviceAnswers())?.answersUnder(currentUser()?.id ?? '', askedOf(endpoint, noId))) ?? []) as Answer<E>[]

interface SiteOptions<E extends Endpoint> extends RecordOptions<E> {
  /** Whether an answer is kept on this device; every one if nothing is said. */
  isKept?: (answer: Answer<E>) => boolean
}

/** Makes a call and keeps its answer on this device. Without a connection it gives what is kept of the same day. */
async function callOrDevice<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal: AbortSignal,
  isKept: (answer: Answer<E>) => boolean,
): Promise<Answer<E>> {
  const { params } = input
  const ownerId = currentUser()?.id
  try {
    const answer = await call(endpoint, input, { signal })
    const keep = () => keepOnDevice(endpoint, params, isKept(answer) ? answer : undefined, ownerId)
    if (pending) pending.set(askedOf(endpoint, params), keep)
    else void keep()
    return answer
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if ([403, 404].includes(error.status)) void keepOnDevice(endpoint, params, undefined, ownerId)
    if (error.status !== 0) throw error
    const answer = await (await deviceAnswers())?.answerOf(ownerId ?? '', askedOf(endpoint, params))
    if (answer === undefined) throw error
    return answer as Answer<E>
  }
}

const always = () => true

/** `useRecord` for screens of the site: without a connection it gives what was answered earlier on the same day. */
export function useSiteRecord<E extends Endpoint>(
  endpoint: E,
  { isKept = always, ...options }: SiteOptions<E> = {},
): Loaded<Answer<E>> {
  const loaded = useRecord(endpoint, {
    ...options,
    by: (input, signal) => callOrDevice(endpoint, input, signal, isKept),
  })
  const { retry } = loaded
  const isAsked = options.enabled !== false
  // What this device gave may be old by the time that there is a connection.
  useEffect(() => (isAsked ? onLine(() => hasLine() && retry()) : undefined), [retry, isAsked])
  return loaded
}
