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
  /** The new values, and the former ones. */
  body: object
  before: object
  /** The state in which the record was seen. */
  updatedAt: string
  /** The notices after storing and after undoing it: 'Kaveri bridge: status Awarded'. */
  done: string
  undone: string
  /** The notice if the undo fails. */
  failed: string
}

const stale = t('Somebody changed it in the meantime, so that nothing was saved.')

/** Why a change was not stored, as a sentence. */
export const whyNotStored = (error: unknown) =>
  error instanceof CallError && error.status === 412 ? stale : reasonOf(error)

/** The state that an own change made of a record in a state, and the last change of each record that was sent. */
const successors = new Map<string, string>()
const lastSent = new Map<string, Promise<unknown>>()

/** The record's state that follows this one by the user's own changes. */
function latest(record: string, updatedAt: string): string {
  const next = successors.get(`${record} ${updatedAt}`)
  return next === undefined || next === updatedAt ? updatedAt : latest(record, next)
}

/** A record as a call answers it. */
type Stored<E extends Endpoint> = Answer<E> & { updatedAt: string }

/**
 * Stores a body over the state in which a record was seen, and returns the new record. The user's own changes to it run one after the
 * other, so that they do not conflict with each other.
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

/** Stores changes, shows a notice of each and offers Undo. Fails as the call does, once everything is shown in its present state. */
export function useRecordChange() {
  const queryClient = useQueryClient()
  async function store(change: RecordChange, doneText: string): Promise<void> {
    const { endpoint, params, body, before, updatedAt, done, undone } = change
    try {
      const { updatedAt: now } = await storeOver(endpoint, params, body, updatedAt)
      const back = { ...change, body: before, before: body, updatedAt: now, done: undone, undone: done }
      const undo = () => store(back, t('Undone: {done}', { done: undone }))
      const showFailure = (error: unknown) => void alertFailure(change.failed, whyNotStored(error))
      void alertSuccess(doneText, { label: t('Undo'), run: () => void undo().catch(showFailure) })
    } finally {
      void queryClient.invalidateQueries()
    }
  }
  return (change: RecordChange) => store(change, change.done)
}
