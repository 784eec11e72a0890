import type { GeneralTaskState, ListedGeneralTask } from '@plinth/api/works/general-tasks'

export const isOver = ({ state }: Pick<ListedGeneralTask, 'state'>) => state === 'DONE' || state === 'CANCELLED'

/** The states that each state can change to, the most usual first. */
const moves: Record<GeneralTaskState, readonly GeneralTaskState[]> = {
  OPEN: ['DONE', 'DOING', 'CANCELLED'],
  DOING: ['DONE', 'OPEN', 'CANCELLED'],
  DONE: ['OPEN'],
  CANCELLED: ['OPEN'],
}

/** The states that a task can change to: not DONE while a required line of its checklist is not ticked. */
export const movesOf = ({ state, requiredOpenLines }: Pick<ListedGeneralTask, 'state' | 'requiredOpenLines'>) =>
  moves[state].filter((to) => to !== 'DONE' || requiredOpenLines === 0)

/** The steps from one state to another; a done or cancelled task is reopened first. */
export const stepsTo = (from: GeneralTaskState, to: GeneralTaskState): GeneralTaskState[] =>
  moves[from].includes(to) ? [to] : from === to ? [] : ['OPEN', to]
