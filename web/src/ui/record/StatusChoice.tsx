import type { CallInput } from '@plinth/api/kernel/client'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure } from '../shell/alerts.ts'
import { useRecordChange, whyNotStored } from '../shell/useRecordChange.ts'
import classes from './StatusChoice.module.css'

interface Stored {
  status: string
  updatedAt: string
}

type Values = Readonly<Record<string, unknown>>

export interface Changed<E extends Endpoint> {
  /** Names the record. */
  name: string
  /** The call that changes the record. */
  endpoint: E
  params: CallInput<E>['params'] & object
  /** The record's status field, if it has another name. */
  field?: 'status' | 'state'
  record: Stored
  /** Asks the user for further values to store with a status; null if they cancel. */
  ask?: (status: string) => Promise<Values | null>
}

interface Props<E extends Endpoint> extends Changed<E> {
  statuses: readonly string[]
  /** The status as it is shown to users who cannot change it. */
  children: ReactNode
}

const partOf = (record: object, names: string[]): Values => {
  const values = new Map<string, unknown>(Object.entries(record))
  return Object.fromEntries(names.map((name) => [name, values.get(name) ?? null]))
}

/** Stores a status and the values that go with it, and offers Undo; one change at a time. */
export function useStatusChange<E extends Endpoint>(changed: Changed<E>) {
  const { name, endpoint, params, field = 'status', record, ask } = changed
  const queryClient = useQueryClient()
  const change = useRecordChange()
  const [isSending, setSending] = useState(false)
  async function store(status: string, more: Values) {
    const noticeOf = (one: string) => t('{name}: status {status}', { name, status: words(one) })
    const failed = t('The status of {name} was not changed.', { name })
    try {
      await change({
        endpoint,
        params,
        body: { ...more, [field]: status },
        before: { ...partOf(record, Object.keys(more)), [field]: record.status },
        updatedAt: record.updatedAt,
        done: noticeOf(status),
        undone: noticeOf(record.status),
        failed,
      })
    } catch (error) {
      void alertFailure(failed, whyNotStored(error))
    }
    // Waits for a fetch that is already running, so that the former status is shown until then.
    await queryClient.invalidateQueries({}, { cancelRefetch: false })
  }
  async function become(status: string) {
    if (isSending) return
    setSending(true)
    const more = ask ? await ask(status) : {}
    if (more) await store(status, more)
    setSending(false)
  }
  return { become, isSending }
}

/** A status that is edited in place by users who may change it. */
export function StatusChoice<E extends Endpoint>(props: Props<E>) {
  return useCan(props.endpoint) ? <Choice {...props} /> : props.children
}

function Choice<E extends Endpoint>(props: Props<E>) {
  const { name, record, statuses, children } = props
  const { become, isSending } = useStatusChange(props)
  // Lists have hundreds of these: the options are drawn only when the user is about to choose.
  const [isNear, setNear] = useState(false)
  // A record may have a status that cannot be chosen.
  const offered = statuses.includes(record.status) ? statuses : [record.status, ...statuses]
  return (
    <span className={classes['choice']}>
      {children}
      <select
        aria-label={t('Status of {title}', { title: name })}
        value={isNear ? record.status : ''}
        // Not disabled, which would lose the focus.
        aria-busy={isSending}
        onFocus={() => setNear(true)}
        onPointerDown={() => setNear(true)}
        onBlur={() => setNear(false)}
        onChange={({ currentTarget: { value } }) => void become(value)}
      >
        {isNear &&
          offered.map((status) => (
            <option key={status} value={status}>
              {words(status)}
            </option>
          ))}
      </select>
    </span>
  )
}
