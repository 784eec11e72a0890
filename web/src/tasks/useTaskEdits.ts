import { filterTasks, getTaskBranch, moveTask, type Task, type TaskNode, updateTask } from '@plinth/api/tasks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { t } from '../lib/language.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { ordinalOf, patchTasks, placeTask, siblingsOf, type TaskEdit, type TaskPlace, taskLabel } from './task-tree.ts'

const failure = t('Failed to save task. Please try again.')
const stale = t('Somebody changed the task in the meantime, so that nothing was saved.')
const reloaded = t('It is shown as it is now.')

const trees = { queryKey: [filterTasks.method, filterTasks.path] }

/** What was entered and is not answered yet, by task, the oldest first: it stands over whatever the server tells until then. */
const waiting = new Map<string, TaskEdit[]>()

/** The state of a task that an own edit made of a state. */
const successors = new Map<string, string>()
const stateOf = (id: string, updatedAt: string) => `${id} ${updatedAt}`

/** The state that a task seen in this state is in by now, as far as nobody but oneself changed it. */
function latest(id: string, updatedAt: string): string {
  const next = successors.get(stateOf(id, updatedAt))
  // A move among siblings leaves the state as it was.
  return next === undefined || next === updatedAt ? updatedAt : latest(id, next)
}

// One after the other, whatever task they are about: the last one counts, and a task can be approved right after those below.
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = last.then(run)
  last = turn.catch(() => undefined)
  return turn
}

const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : undefined)

let unanswered = 0
let isOwed = false

let stopping: Promise<void> | undefined

async function stop(client: QueryClient): Promise<void> {
  const shown = client.getQueriesData<TaskNode[]>(trees)
  await client.cancelQueries(trees)
  // Stopped, they go back to what was there before they set out.
  for (const [key, nodes] of shown) client.setQueryData(key, nodes)
  stopping = undefined
}

/** Stops trees that are on their way: they would show what was there before. */
async function hold(client: QueryClient): Promise<void> {
  unanswered += 1
  if (client.isFetching(trees) === 0) return
  isOwed = true
  stopping ??= stop(client)
  await stopping
}

/** Fetches them again where that is owed, once nothing is under way that the answer would take back on the screen. */
function release(client: QueryClient, isStale: boolean): void {
  unanswered -= 1
  isOwed ||= isStale
  if (unanswered > 0 || !isOwed) return
  isOwed = false
  void client.invalidateQueries(trees)
}

function show(client: QueryClient, stored: readonly (Partial<Task> & { id: string })[]) {
  const values = stored.map((task) => [task.id, Object.assign({}, task, ...(waiting.get(task.id) ?? []))] as const)
  const changes = new Map<string, Partial<Task>>(values)
  client.setQueriesData<TaskNode[]>(trees, (nodes) => nodes && patchTasks(nodes, changes))
}

/** Shows a task, and what those above it come to now. One at a time, so that the last to be told is the last to be asked. */
let told: Promise<unknown> = Promise.resolve()
function showBranch(client: QueryClient, id: string) {
  const ask = async () => show(client, await call(getTaskBranch, { params: { id } }))
  told = told.then(ask).catch(() => undefined)
}

/** Answers what the fields of an edit hold before it. */
function heldBefore(task: Task, edit: TaskEdit): TaskEdit {
  const held: [string, unknown][] = Object.entries(task).filter(([name]) => name in edit)
  return Object.fromEntries(held)
}

async function send(client: QueryClient, task: Task, edit: TaskEdit): Promise<Task | null> {
  const { id } = task
  const before = { id, ...heldBefore(task, edit) }
  const others = () => (waiting.get(id) ?? []).filter((one) => one !== edit)
  const answered = () => void waiting.set(id, others())
  waiting.set(id, [...others(), edit])
  await hold(client)
  show(client, [{ id }])
  let isStale = false
  try {
    return await inTurn(async () => {
      const updatedAt = latest(id, task.updatedAt)
      const stored = await call(updateTask, { params: { id }, body: { ...edit, updatedAt } })
      successors.set(stateOf(id, updatedAt), stored.updatedAt)
      answered()
      show(client, [stored])
      return stored
    })
  } catch (error) {
    answered()
    show(client, [before])
    isStale = error instanceof CallError && error.status === 412
    void (isStale ? alertFailure(stale, reloaded) : alertFailure(failure, reasonOf(error)))
    return null
  } finally {
    release(client, isStale)
  }
}

async function change(client: QueryClient, task: Task, edit: TaskEdit, done: string): Promise<boolean> {
  const before = heldBefore(task, edit)
  const stored = await send(client, task, edit)
  if (!stored) return false
  showBranch(client, task.id)
  async function undo(changed: Task) {
    if (!(await send(client, changed, before))) return
    showBranch(client, task.id)
    void alertSuccess(t('Undone: {done}', { done }))
  }
  void alertSuccess(done, { label: t('Undo'), run: () => void undo(stored) })
  return true
}

/** Finds where a task stands, so that it can be put back there once it has gone. */
function standing(client: QueryClient, task: TaskNode): () => Promise<TaskPlace> {
  const { id, parentId, projectId } = task
  const ordinal = ordinalOf(task)
  const shown = client.getQueriesData<TaskNode[]>(trees).flatMap(([, nodes]) => siblingsOf(nodes ?? [], task))
  const next = shown.find((sibling) => ordinalOf(sibling) === ordinal + 1)
  return async () => {
    if (next) return { parentId, beforeId: next.id }
    // It was the last one, or the filters hide the next, which has its number by now.
    const whole = await call(filterTasks, { body: { projectId } })
    const others = siblingsOf(whole, task).filter((sibling) => sibling.id !== id)
    return { parentId, beforeId: others[ordinal - 1]?.id ?? null }
  }
}

async function put(client: QueryClient, task: Task, place: TaskPlace): Promise<boolean> {
  const { id } = task
  await hold(client)
  const before = client.getQueriesData<TaskNode[]>(trees)
  client.setQueriesData<TaskNode[]>(trees, (nodes) => nodes && placeTask(nodes, id, place))
  try {
    await inTurn(async () => {
      const stored = await call(moveTask, { params: { id }, body: place })
      successors.set(stateOf(id, latest(id, task.updatedAt)), stored.updatedAt)
    })
    return true
  } catch (error) {
    for (const [key, nodes] of before) client.setQueryData(key, nodes)
    void alertFailure(failure, reasonOf(error))
    return false
  } finally {
    release(client, true)
  }
}

async function move(client: QueryClient, task: TaskNode, place: TaskPlace): Promise<boolean> {
  const back = standing(client, task)
  if (!(await put(client, task, place))) return false
  const done = t('{task} moved', { task: taskLabel(task) })
  async function undo() {
    const from = await back().catch(() => null)
    if (!from) return void alertFailure(failure)
    if (await put(client, task, from)) void alertSuccess(t('Undone: {done}', { done }))
  }
  void alertSuccess(done, { label: t('Undo'), run: () => void undo() })
  return true
}

/** Changes to tasks where they are shown: there at once, then saved, and taken back by Undo or when saving fails. */
export function useTaskEdits() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      /** `done` tells what was done: '1.2 Footings: status In progress'. */
      change: (task: Task, edit: TaskEdit, done: string) => change(client, task, edit, done),
      move: (task: TaskNode, place: TaskPlace) => move(client, task, place),
    }),
    [client],
  )
}
