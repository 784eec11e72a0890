import { type SiteChange, siteChange } from '@plinth/api/works/site-changes'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import type { Operation } from '../../lib/outbox-rules.ts'
import { useWaiting } from '../../lib/waiting.ts'

export const channelName = 'tasks'

/** What is kept of an entry beside what is sent, to tell of it without a server. */
const kept = z.object({ taskId: z.string(), label: z.string(), units: z.nullable(z.string()), entry: z.unknown() })

/** What was kept of an operation; its change is null for a photo. Null for what an older release has left and nobody can read. */
export function readEntry({ id, madeAt, kind, body }: Operation) {
  const { data } = kept.safeParse(body)
  if (!data) return null
  const { taskId, label, units, entry } = data
  if (kind === 'PHOTO') return { taskId, label, units, change: null }
  const change = siteChange.safeParse({ ...Object(entry), id, madeAt })
  return change.success ? { taskId, label, units, change: change.data } : null
}

/** The same on what stands now. */
export const onWhatStands = ({ body }: Operation, seen: number | string): Operation['body'] => ({
  ...body,
  entry: { ...Object(body['entry']), seen },
})

const isWaiting = ({ verdict, channel }: Operation) => verdict === null && channel === channelName

/** What waits of a task: its changes, in the order in which they were entered, and how much there is with the photos. */
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
