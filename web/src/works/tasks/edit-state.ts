import { filterTasks, getTaskBranch, type Task, type TaskNode } from '@plinth/api/works/tasks'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { patchTasks, type TaskEdit } from './task-tree.ts'

/** The query keys of all task trees in the cache. */
export const trees = { queryKey: [filterTasks.method, filterTasks.path] }

/** A user's edits of tasks in the trees that are not answered and shown yet. */
export interface EditState {
  client: QueryClient
  /** Edits without an answer, by task, oldest first; until then they are shown on top of whatever the server returns. */
  waiting: Map<string, TaskEdit[]>
  /** For each `updatedAt` that an own edit replaced, the new one. */
  successors: Map<string, string>
  /** The last edit to be sent, and the last branch to be asked for. */
  lastSent: Promise<unknown>
  lastShown: Promise<unknown>
  unanswered: number
  /** Whether the trees have to be refetched once everything is answered. */
  isRefetchDue: boolean
  stopping: Promise<void> | undefined
}

const stateKey = ['unsettled edits of tasks']

/** The edit state of this session. It is stored in the query cache, which is cleared when the user signs out. */
export function editState(client: QueryClient): EditState {
  const known = client.getQueryData<EditState>(stateKey)
  if (known) return known
  const state: EditState = {
    client,
    waiting: new Map(),
    successors: new Map(),
    lastSent: Promise.resolve(),
    lastShown: Promise.resolve(),
    unanswered: 0,
    isRefetchDue: false,
    stopping: undefined,
  }
  client.setQueryDefaults(stateKey, { gcTime: Infinity })
  client.setQueryData(stateKey, state)
  return state
}

/** Whether the user of these edits has signed out; then nothing of them is sent or shown any more. */
export const isOver = (state: EditState) => state.client.getQueryData(stateKey) !== state

const keyOf = (id: string, updatedAt: string) => `${id} ${updatedAt}`

/** The present `updatedAt` of a task that was shown with this one, as far as only own edits changed it. */
export function latestUpdatedAt(state: EditState, id: string, updatedAt: string): string {
  const next = state.successors.get(keyOf(id, updatedAt))
  // A move among siblings does not change `updatedAt`.
  return next === undefined || next === updatedAt ? updatedAt : latestUpdatedAt(state, id, next)
}

/** Records the `updatedAt` that an own edit gave to a task. */
export const recordSuccessor = ({ successors }: EditState, id: string, updatedAt: string, next: string) =>
  void successors.set(keyOf(id, updatedAt), next)

/**
 * Sends edits one after the other, for all tasks together: the last one wins, and a task can be approved right after those below it.
 * Rejects without sending once the user has signed out.
 */
export function runInOrder<T>(state: EditState, run: () => Promise<T>): Promise<T> {
  const turn = state.lastSent.then(() => {
    if (isOver(state)) throw new Error('signed out')
    return run()
  })
  state.lastSent = turn.catch(() => undefined)
  return turn
}

async function cancelFetches(state: EditState): Promise<void> {
  const { client } = state
  const shown = client.getQueriesData<TaskNode[]>(trees)
  await client.cancelQueries(trees)
  // Cancelled queries revert to their earlier data, so the shown trees are set again.
  if (!isOver(state)) for (const [key, nodes] of shown) client.setQueryData(key, nodes)
  state.stopping = undefined
}

/** Cancels running fetches of trees: they would show the state before the edit. */
export async function holdFetches(state: EditState): Promise<void> {
  state.unanswered += 1
  if (state.client.isFetching(trees) === 0) return
  state.isRefetchDue = true
  state.stopping ??= cancelFetches(state)
  await state.stopping
}

/** Refetches the trees if necessary, once no edit is running that the answer would undo on the screen. */
export function releaseFetches(state: EditState, isStale: boolean): void {
  state.unanswered -= 1
  state.isRefetchDue ||= isStale
  if (state.unanswered > 0 || !state.isRefetchDue || isOver(state)) return
  state.isRefetchDue = false
  void state.client.invalidateQueries(trees)
}

/** Shows stored tasks, with unanswered edits on top. */
export function show(state: EditState, stored: readonly (Partial<Task> & { id: string })[]): void {
  if (isOver(state)) return
  const { client, waiting } = state
  const values = stored.map((task) => [task.id, Object.assign({}, task, ...(waiting.get(task.id) ?? []))] as const)
  const changes = new Map<string, Partial<Task>>(values)
  client.setQueriesData<TaskNode[]>(trees, (nodes) => nodes && patchTasks(nodes, changes))
}

/** Shows a task, and the new totals of those above it. One request at a time, so that the last answer is the newest. */
export function showBranch(state: EditState, id: string): void {
  const fetchBranch = async () => {
    if (!isOver(state)) show(state, await call(getTaskBranch, { params: { id } }))
  }
  state.lastShown = state.lastShown.then(fetchBranch).catch(() => undefined)
}
