import { add, decimal, numberOf } from '@plinth/api/kernel/decimal'
import type { SiteChange } from '@plinth/api/works/site-changes'
import type { Task } from '@plinth/api/works/tasks'

type Without<T> = T extends unknown ? Omit<T, 'id' | 'madeAt'> : never
/** An entry from site, before the phone gives it an id. */
export type SiteEntry = Without<SiteChange>

export const plus = (one: number, other: number) => numberOf(add(decimal(one), decimal(other)))

type SiteValues = Pick<Task, 'actualQuantity' | 'estimatedQuantity' | 'progress' | 'status'>

/** The task as it will be once the unsent entries are stored; shown at once, everywhere. */
export function withEntries<T extends SiteValues>(task: T, entries: readonly SiteEntry[]): T {
  return entries.reduce((now, entry) => {
    if (entry.kind === 'QUANTITY') return { ...now, actualQuantity: plus(now.actualQuantity ?? 0, entry.quantity) }
    if (entry.kind === 'PROGRESS') return { ...now, progress: entry.progress }
    return entry.kind === 'STATUS' ? { ...now, status: entry.status } : now
  }, task)
}

/** The quantity done, with its estimate, the rest and the share; the last three are null without an estimate. */
export function doneOf({
  actualQuantity,
  estimatedQuantity,
}: Pick<SiteValues, 'actualQuantity' | 'estimatedQuantity'>) {
  const done = actualQuantity ?? 0
  if (!estimatedQuantity) return { done, estimate: null, left: null, share: null }
  const left = plus(estimatedQuantity, -done)
  return { done, estimate: estimatedQuantity, left, share: (100 * done) / estimatedQuantity }
}

/** In per cent of the estimate. */
const plausibleShare = 110

/** The share of the estimate that the added quantity leads to, in per cent; null if it is plausible. */
export function implausibleShare(
  task: Pick<SiteValues, 'actualQuantity' | 'estimatedQuantity'>,
  added: number,
): number | null {
  const { share } = doneOf({ ...task, actualQuantity: plus(task.actualQuantity ?? 0, added) })
  return share !== null && share > plausibleShare && added > 0 ? share : null
}

/** The typed values of the site form. */
export interface Typed {
  quantity: number | null
  progress: number
  status: Task['status']
  note: string
}

/** The entries that change the task to the typed values; each has the value that the phone showed. */
export function entriesOf(task: SiteValues & { id: string }, typed: Typed): SiteEntry[] {
  const taskId = task.id
  const { quantity, progress, status } = typed
  const note = typed.note.trim()
  return [
    ...(quantity ? [{ kind: 'QUANTITY', taskId, quantity } as const] : []),
    ...(progress === task.progress ? [] : [{ kind: 'PROGRESS', taskId, progress, seen: task.progress } as const]),
    ...(status === task.status ? [] : [{ kind: 'STATUS', taskId, status, seen: task.status } as const]),
    ...(note === '' ? [] : [{ kind: 'NOTE', taskId, note } as const]),
  ]
}
