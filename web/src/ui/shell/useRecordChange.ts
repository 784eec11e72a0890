import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { CallError, reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess } from './alerts.ts'

/** One change to a record where it is shown. */
export interface RecordChange {
  /** The call that changes the record. */
  endpoint: Endpoint
  params: object
  /** What is stored, and what stood there. */
  body: object
  before: object
  /** The state that the record was seen in. */
  updatedAt: string
  /** What is told once it is stored, and of what stood there once that is back: 'Kaveri bridge: status Awarded'. */
  done: string
  undone: string
  /** What is told where it cannot be taken back. */
  failed: string
}

const stale = t('Somebody changed it in the meantime, so that nothing was saved.')

/** Why a change was not stored, as a sentence. */
export const whyNotStored = (error: unknown) =>
  error instanceof CallError && error.status === 412 ? stale : reasonOf(error)

/** The state that an own change made of a record in a state, and the last change of each record that was sent. */
const successors = new Map<string, string>()
const lastSent = new Map<string, Promise<unknown>>()

/** The state that a record seen in this one is in by now, as far as nobody but oneself changed it. */
function latest(record: string, updatedAt: string): string {
  const next = successors.get(`${record} ${updatedAt}`)
  return next === undefined || next === updatedAt ? updatedAt : latest(record, next)
}

/** A record as a call answers it. */
type Stored<E extends Endpoint> = Answer<E> & { updatedAt: string }

/**
 * Stores a body over the state that a record was seen in, and answers the record as it is then. One's own changes of it come one
 * after the other: none is somebody else's that was first.
 */
export async function storeOver<E extends Endpoint>(
  endpoint: E,
  params: object,
  body: object,
  updatedAt: string,
): Promise<Stored<E>> {
  const record = `${endpoint.path} ${JSON.stringify(params)}`
  async function send() {
    const before = latest(record, updatedAt)
    const input = { params, body: { ...body, updatedAt: before } } as unknown as CallInput<E>
    const stored = (await call(endpoint, input)) as Stored<E>
    successors.set(`${record} ${before}`, stored.updatedAt)
    return stored
  }
  const turn = (lastSent.get(record) ?? Promise.resolve()).then(send)
  lastSent.set(
    record,
    turn.catch(() => undefined),
  )
  return turn
}

/** Stores changes, tells of each and offers to take it back. Fails as the call does, once everything is shown as it stands. */
export function useRecordChange() {
  const queryClient = useQueryClient()
  async function store(change: RecordChange, told: string): Promise<void> {
    const { endpoint, params, body, before, updatedAt, done, undone } = change
    try {
      const { updatedAt: now } = await storeOver(endpoint, params, body, updatedAt)
      const back = { ...change, body: before, before: body, updatedAt: now, done: undone, undone: done }
      const undo = () => store(back, t('Undone: {done}', { done: undone }))
      const tellFailure = (error: unknown) => void alertFailure(change.failed, whyNotStored(error))
      void alertSuccess(told, { label: t('Undo'), run: () => void undo().catch(tellFailure) })
    } finally {
      void queryClient.invalidateQueries()
    }
  }
  return (change: RecordChange) => store(change, change.done)
}
