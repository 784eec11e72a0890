import { filterTasks, moveTask, type Task, type TaskNode, updateTask } from '@plinth/api/works/tasks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import {
  type EditState,
  editState,
  holdFetches,
  isOver,
  latestUpdatedAt,
  recordSuccessor,
  releaseFetches,
  runInOrder,
  show,
  showBranch,
  trees,
} from './edit-state.ts'
import { ordinalOf, placeTask, siblingsOf, type TaskEdit, type TaskPlace, taskLabel } from './task-tree.ts'

const failure = t('Failed to save task. Please try again.')
const stale = t('Somebody changed the task in the meantime, so that nothing was saved.')
const reloaded = t('It is shown as it is now.')

const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : undefined)

/** The present values of the fields of an edit. */
function valuesBefore(task: Task, edit: TaskEdit): TaskEdit {
  const values: [string, unknown][] = Object.entries(task).filter(([name]) => name in edit)
  return Object.fromEntries(values)
}

async function send(state: EditState, task: Task, edit: TaskEdit): Promise<Task | null> {
  if (isOver(state)) return null
  const { waiting } = state
  const { id } = task
  const before = { id, ...valuesBefore(task, edit) }
  const others = () => (waiting.get(id) ?? []).filter((one) => one !== edit)
  const removeFromWaiting = () => void waiting.set(id, others())
  waiting.set(id, [...others(), edit])
  await holdFetches(state)
  show(state, [{ id }])
  let isStale = false
  try {
    return await runInOrder(state, async () => {
      const updatedAt = latestUpdatedAt(state, id, task.updatedAt)
      const stored = await call(updateTask, { params: { id }, body: { ...edit, updatedAt } })
      recordSuccessor(state, id, updatedAt, stored.updatedAt)
      removeFromWaiting()
      show(state, [stored])
      return stored
    })
  } catch (error) {
    removeFromWaiting()
    if (isOver(state)) return null
    show(state, [before])
    isStale = error instanceof CallError && error.status === 412
    void (isStale ? alertFailure(stale, reloaded) : alertFailure(failure, reasonOf(error)))
    return null
  } finally {
    releaseFetches(state, isStale)
  }
}

async function change(state: EditState, task: Task, edit: TaskEdit, done: string): Promise<boolean> {
  const before = valuesBefore(task, edit)
  const stored = await send(state, task, edit)
  if (!stored || isOver(state)) return false
  showBranch(state, task.id)
  async function undo(changed: Task) {
    if (!(await send(state, changed, before)) || isOver(state)) return
    showBranch(state, task.id)
    void alertSuccess(t('Undone: {done}', { done }))
  }
  void alertSuccess(done, { label: t('Undo'), run: () => void undo(stored) })
  return true
}

/** Finds the place of a task, so that a move can be undone. */
function rememberPlace(client: QueryClient, task: TaskNode): () => Promise<TaskPlace> {
  const { id, parentId, projectId } = task
  const ordinal = ordinalOf(task)
  const siblings = client.getQueriesData<TaskNode[]>(trees).flatMap(([, nodes]) => siblingsOf(nodes ?? [], task))
  const next = siblings.find((sibling) => ordinalOf(sibling) === ordinal + 1)
  return async () => {
    if (next) return { parentId, beforeId: next.id }
    // It was last, or the filters hide its next sibling, which has its number now.
    const whole = await call(filterTasks, { body: { projectId } })
    const others = siblingsOf(whole, task).filter((sibling) => sibling.id !== id)
    return { parentId, beforeId: others[ordinal - 1]?.id ?? null }
  }
}

async function put(state: EditState, task: Task, place: TaskPlace): Promise<boolean> {
  if (isOver(state)) return false
  const { client } = state
  const { id } = task
  await holdFetches(state)
  const before = client.getQueriesData<TaskNode[]>(trees)
  client.setQueriesData<TaskNode[]>(trees, (nodes) => nodes && placeTask(nodes, id, place))
  try {
    await runInOrder(state, async () => {
      const stored = await call(moveTask, { params: { id }, body: place })
      recordSuccessor(state, id, latestUpdatedAt(state, id, task.updatedAt), stored.updatedAt)
    })
    return !isOver(state)
  } catch (error) {
    if (isOver(state)) return false
    for (const [key, nodes] of before) client.setQueryData(key, nodes)
    void alertFailure(failure, reasonOf(error))
    return false
  } finally {
    releaseFetches(state, true)
  }
}

async function move(state: EditState, task: TaskNode, place: TaskPlace): Promise<boolean> {
  const back = rememberPlace(state.client, task)
  if (!(await put(state, task, place))) return false
  const done = t('{task} moved', { task: taskLabel(task) })
  async function undo() {
    if (isOver(state)) return
    const from = await back().catch(() => null)
    if (!from) return void alertFailure(failure)
    if (await put(state, task, from)) void alertSuccess(t('Undone: {done}', { done }))
  }
  void alertSuccess(done, { label: t('Undo'), run: () => void undo() })
  return true
}

/** Edits of tasks in place: shown at once, then saved, and reverted by Undo or when saving fails. */
export function useTaskEdits() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      /** `done` says what was done: '1.2 Footings: status In progress'. */
      change: (task: Task, edit: TaskEdit, done: string) => change(editState(client), task, edit, done),
      move: (task: TaskNode, place: TaskPlace) => move(editState(client), task, place),
    }),
    [client],
  )
}
