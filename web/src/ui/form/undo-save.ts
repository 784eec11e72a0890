import type { CallInput } from '@plinth/api/kernel/client'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess, type NoticeUndo } from '../shell/alerts.ts'
import { whyNotStored } from '../shell/useRecordChange.ts'

type Values = Readonly<Record<string, unknown>>
type Params = Readonly<Record<string, string | undefined>>

/** What was saved. */
interface Saved {
  /** The call that saved it. */
  write: Endpoint
  params: Params
  /** The record as it was; of a new one nothing counts. */
  before: Values
  stored: Values
  /** What the notice told. */
  done: string
}

/** The field of a body that confirms that a number is stored twice. */
export const repeatField = 'isRepeatConfirmed'

/**
 * The values that saving has changed, those that follow from others among them, as they were. What only the server sets is sent
 * along where it differs: the wire takes a stored record back whole, and does not read that. A number that is put back may be
 * another record's too, as it was before.
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

/** How to take back, by this act, what the notice told was done. */
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
 * How to take back what was saved: the former values are stored on the state that saving has left, so that what somebody
 * changes meanwhile stays; a new record is deleted by the call given for it.
 */
export function undoOf(saved: Saved, remove: Endpoint, client: QueryClient): NoticeUndo {
  const { write, params, before, stored, done } = saved
  const isNew = write.status === 201
  const input = isNew
    ? { params: { ...params, [ownParam(remove)]: stored['id'] } }
    : { params, body: { ...formerValues(write, before, stored), updatedAt: stored['updatedAt'] } }
  return undoBy(() => call(isNew ? remove : write, input as unknown as CallInput<Endpoint>), done, client)
}
