import type { GeneralTaskState, ListedGeneralTask } from '@plinth/api/works/general-tasks'

export const isOver = ({ state }: Pick<ListedGeneralTask, 'state'>) => state === 'DONE' || state === 'CANCELLED'

/** The states that one leads to, what is mostly wanted first. */
const moves: Record<GeneralTaskState, readonly GeneralTaskState[]> = {
  OPEN: ['DONE', 'DOING', 'CANCELLED'],
  DOING: ['DONE', 'OPEN', 'CANCELLED'],
  DONE: ['OPEN'],
  CANCELLED: ['OPEN'],
}

/** What can become of a task: it is not done while a line of its checklist is open that must be ticked. */
export const movesOf = ({ state, requiredOpenLines }: Pick<ListedGeneralTask, 'state' | 'requiredOpenLines'>) =>
  moves[state].filter((to) => to !== 'DONE' || requiredOpenLines === 0)

/** The steps from one state to another: what is over is opened first. */
export const stepsTo = (from: GeneralTaskState, to: GeneralTaskState): GeneralTaskState[] =>
  moves[from].includes(to) ? [to] : from === to ? [] : ['OPEN', to]
