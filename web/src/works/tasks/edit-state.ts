import { filterTasks, getTaskBranch, type Task, type TaskNode } from '@plinth/api/works/tasks'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { patchTasks, type TaskEdit } from './task-tree.ts'

/** Every tree of tasks that was asked for. */
export const trees = { queryKey: [filterTasks.method, filterTasks.path] }

/** What somebody has changed on the tasks that they see, as far as it is not settled. */
export interface EditState {
  client: QueryClient
  /** What was entered and is not answered yet, by task, the oldest first: it stands over whatever the server tells until then. */
  waiting: Map<string, TaskEdit[]>
  /** The state of a task that an own edit made of a state. */
  successors: Map<string, string>
  /** The last edit to be sent, and the last branch to be asked for. */
  lastSent: Promise<unknown>
  lastShown: Promise<unknown>
  unanswered: number
  /** Whether the trees are to be fetched once everything is answered. */
  isOwed: boolean
  stopping: Promise<void> | undefined
}

const stateKey = ['unsettled edits of tasks']

/** The state of these moments: it stands among what the client knows, and ends with it when somebody signs out. */
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
    isOwed: false,
    stopping: undefined,
  }
  client.setQueryDefaults(stateKey, { gcTime: Infinity })
  client.setQueryData(stateKey, state)
  return state
}

/** Whether whoever made these edits has signed out: nothing of them is sent, shown or told any more. */
export const isOver = (state: EditState) => state.client.getQueryData(stateKey) !== state

const keyOf = (id: string, updatedAt: string) => `${id} ${updatedAt}`

/** The state that a task seen in this state is in by now, as far as nobody but oneself changed it. */
export function latest(state: EditState, id: string, updatedAt: string): string {
  const next = state.successors.get(keyOf(id, updatedAt))
  // A move among siblings leaves the state as it was.
  return next === undefined || next === updatedAt ? updatedAt : latest(state, id, next)
}

/** Notes what an own edit made of a task in this state. */
export const succeed = ({ successors }: EditState, id: string, updatedAt: string, next: string) =>
  void successors.set(keyOf(id, updatedAt), next)

/**
 * One after the other, whatever task they are about: the last one counts, and a task can be approved right after those below.
 * Fails without a word to the server once the edits are over.
 */
export function inTurn<T>(state: EditState, run: () => Promise<T>): Promise<T> {
  const turn = state.lastSent.then(() => {
    if (isOver(state)) throw new Error('signed out')
    return run()
  })
  state.lastSent = turn.catch(() => undefined)
  return turn
}

async function stop(state: EditState): Promise<void> {
  const { client } = state
  const shown = client.getQueriesData<TaskNode[]>(trees)
  await client.cancelQueries(trees)
  // Stopped, they go back to what was there before they set out.
  if (!isOver(state)) for (const [key, nodes] of shown) client.setQueryData(key, nodes)
  state.stopping = undefined
}

/** Stops trees that are on their way: they would show what was there before. */
export async function hold(state: EditState): Promise<void> {
  state.unanswered += 1
  if (state.client.isFetching(trees) === 0) return
  state.isOwed = true
  state.stopping ??= stop(state)
  await state.stopping
}

/** Fetches them again where that is owed, once nothing is under way that the answer would take back on the screen. */
export function release(state: EditState, isStale: boolean): void {
  state.unanswered -= 1
  state.isOwed ||= isStale
  if (state.unanswered > 0 || !state.isOwed || isOver(state)) return
  state.isOwed = false
  void state.client.invalidateQueries(trees)
}

/** Shows tasks as they are stored, under what was entered since. */
export function show(state: EditState, stored: readonly (Partial<Task> & { id: string })[]): void {
  if (isOver(state)) return
  const { client, waiting } = state
  const values = stored.map((task) => [task.id, Object.assign({}, task, ...(waiting.get(task.id) ?? []))] as const)
  const changes = new Map<string, Partial<Task>>(values)
  client.setQueriesData<TaskNode[]>(trees, (nodes) => nodes && patchTasks(nodes, changes))
}

/** Shows a task, and what those above it come to now. One at a time, so that the last to be told is the last to be asked. */
export function showBranch(state: EditState, id: string): void {
  const ask = async () => {
    if (!isOver(state)) show(state, await call(getTaskBranch, { params: { id } }))
  }
  state.lastShown = state.lastShown.then(ask).catch(() => undefined)
}
