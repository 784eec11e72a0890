import type { Task } from '@plinth/api/works/tasks'
import { useMemo } from 'react'
import { useEntries } from './site-kept.ts'
import { withEntries } from './site-standing.ts'

/** A task with its unsent entries applied, and their number. */
export function useStanding<T extends Task>(task: T): { now: T; count: number } {
  const { changes, count } = useEntries(task.id)
  return useMemo(() => ({ now: withEntries(task, changes), count }), [task, changes, count])
}
