import { type SiteChange, siteChange } from '@plinth/api/works/site-changes'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { Operation } from '../../lib/outbox-rules.ts'
import { useWaiting } from '../../lib/waiting.ts'

export const channelName = 'tasks'

/** The stored content of an entry, with the texts that show it without a server. */
const storedEntry = z.object({
  taskId: z.string(),
  label: z.string(),
  units: z.nullable(z.string()),
  entry: z.unknown(),
})

/**
 * Reads the content of an operation; the change is null for a photo. Null if an older release stored it in a form that cannot be
 * read.
 */
export function readEntry({ id, madeAt, kind, body }: Operation) {
  const { data } = storedEntry.safeParse(body)
  if (!data) return null
  const { taskId, label, units, entry } = data
  if (kind === 'PHOTO') return { taskId, label, units, change: null }
  const change = siteChange.safeParse({ ...Object(entry), id, madeAt })
  return change.success ? { taskId, label, units, change: change.data } : null
}

/** The same entry, based on the present value of the task. */
export const onCurrentValue = ({ body }: Operation, seen: number | string): Operation['body'] => ({
  ...body,
  entry: { ...Object(body['entry']), seen },
})

const isWaiting = ({ verdict, channel }: Operation) => verdict === null && channel === channelName

/** The unsent entries of a task: its changes in the order of entry, and their number including photos. */
export function useEntries(taskId: string): { changes: readonly SiteChange[]; count: number } {
  const { operations } = useWaiting()
  return useMemo(() => {
    const own = operations.filter(isWaiting).flatMap((operation) => {
      const read = readEntry(operation)
      return read?.taskId === taskId ? [read] : []
    })
    return { changes: own.flatMap(({ change }) => change ?? []), count: own.length }
  }, [operations, taskId])
}
