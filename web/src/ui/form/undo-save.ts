import type { CallInput } from '@plinth/api/kernel/client'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess, type NoticeUndo } from '../shell/alerts.ts'
import { whyNotStored } from '../shell/useRecordChange.ts'

type Values = Readonly<Record<string, unknown>>
type Params = Readonly<Record<string, string | undefined>>

interface Saved {
  /** The call that saved. */
  write: Endpoint
  params: Params
  /** The record before; unused for a new record. */
  before: Values
  stored: Values
  /** The text of the notice. */
  done: string
}

/** The body field that confirms a number that another record has too. */
export const repeatField = 'isRepeatConfirmed'

/**
 * The former values of the fields that saving changed, including derived ones. A field that only the server sets is sent along if it
 * differs: the wire accepts a whole stored record and ignores such fields. A restored number may be another record's too, as it was before.
 */
export function formerValues({ body }: Pick<Endpoint, 'body'>, before: Values, stored: Values): Values {
  const changed = Object.keys(shapeOf(body)).filter(
    (name) =>
      name in before &&
      name !== 'updatedAt' &&
      JSON.stringify(before[name] ?? null) !== JSON.stringify(stored[name] ?? null),
  )
  const former = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
  return repeatField in shapeOf(body) ? { ...former, [repeatField]: true } : former
}

/** The last `:param` of a record's path is its own id. */
const ownParam = ({ path }: Endpoint) => /:(\w+)$/.exec(path)?.[1] ?? 'id'

/** An Undo that runs this act, for a notice with the text `done`. */
export function undoBy(act: () => Promise<unknown>, done: string, client: QueryClient): NoticeUndo {
  async function run() {
    try {
      await act()
      void alertSuccess(t('Undone: {done}', { done }))
    } catch (error) {
      void alertFailure(t('Not undone: {done}', { done }), whyNotStored(error))
    }
    await client.invalidateQueries()
  }
  return { label: t('Undo'), run: () => void run() }
}

/**
 * An Undo of a save: an edit is undone by storing the former values over the saved state, so that later changes of others stay; a new
 * record is deleted by the `remove` call.
 */
export function undoOf(saved: Saved, remove: Endpoint, client: QueryClient): NoticeUndo {
  const { write, params, before, stored, done } = saved
  const isNew = write.status === 201
  const input = isNew
    ? { params: { ...params, [ownParam(remove)]: stored['id'] } }
    : { params, body: { ...formerValues(write, before, stored), updatedAt: stored['updatedAt'] } }
  return undoBy(() => call(isNew ? remove : write, input as unknown as CallInput<Endpoint>), done, client)
}
