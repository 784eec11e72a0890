import { add, decimal, numberOf } from '@plinth/api/kernel/decimal'
import type { SiteChange } from '@plinth/api/works/site-changes'
import type { Task } from '@plinth/api/works/tasks'

type Without<T> = T extends unknown ? Omit<T, 'id' | 'madeAt'> : never
/** What is entered on site, before the phone gives it an id. */
export type SiteEntry = Without<SiteChange>

export const plus = (one: number, other: number) => numberOf(add(decimal(one), decimal(other)))

type Standing = Pick<Task, 'actualQuantity' | 'estimatedQuantity' | 'progress' | 'status'>

/** The task as it will stand once what waits is through: shown at once, wherever it is shown. */
export function withEntries<T extends Standing>(task: T, entries: readonly SiteEntry[]): T {
  return entries.reduce((now, entry) => {
    if (entry.kind === 'QUANTITY') return { ...now, actualQuantity: plus(now.actualQuantity ?? 0, entry.quantity) }
    if (entry.kind === 'PROGRESS') return { ...now, progress: entry.progress }
    return entry.kind === 'STATUS' ? { ...now, status: entry.status } : now
  }, task)
}

/** What is done of the estimate, and what that leaves; a task without an estimate has neither. */
export function doneOf({ actualQuantity, estimatedQuantity }: Pick<Standing, 'actualQuantity' | 'estimatedQuantity'>) {
  const done = actualQuantity ?? 0
  if (!estimatedQuantity) return { done, estimate: null, left: null, share: null }
  const left = plus(estimatedQuantity, -done)
  return { done, estimate: estimatedQuantity, left, share: (100 * done) / estimatedQuantity }
}

/** In per cent of the estimate. */
const muchMore = 110

/** How far beyond its estimate so much more would bring the task, in per cent of it; null where that is no reason to ask. */
export function beyond(task: Pick<Standing, 'actualQuantity' | 'estimatedQuantity'>, added: number): number | null {
  const { share } = doneOf({ ...task, actualQuantity: plus(task.actualQuantity ?? 0, added) })
  return share !== null && share > muchMore && added > 0 ? share : null
}

/** What was entered about a task: what its fields hold beyond what the task holds. */
export interface Typed {
  quantity: number | null
  progress: number
  status: Task['status']
  note: string
}

/** The entries that make of the task what was typed; each says what the phone showed. */
export function entriesOf(task: Standing & { id: string }, typed: Typed): SiteEntry[] {
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
