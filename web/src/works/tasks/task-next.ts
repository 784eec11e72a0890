import type { Task, TaskStatus } from '@plinth/api/works/tasks'

export type TaskStep = 'DECIDE' | 'FINISH' | 'ASK_REVIEW' | 'ASSIGN' | 'START' | 'RESUME'

export interface TaskRights {
  edit: boolean
  /** Whether the user requested the review and somebody else has to decide it. */
  isOwnReview: boolean
}

type Case = Pick<Task, 'status' | 'progress' | 'assignedTo' | 'rollup'>

const isOneOf =
  (...statuses: TaskStatus[]) =>
  ({ status }: Case) =>
    statuses.includes(status)
const isPlanned = isOneOf('DRAFT', 'PLANNED', 'ASSIGNED', 'INITIATED')
const isAtWork = isOneOf('INITIATED', 'IN_PROGRESS', 'REOPENED')
const progressOf = ({ rollup, progress }: Case) => rollup?.progress ?? progress

const rules: readonly { step: TaskStep; applies: (task: Case, may: TaskRights) => boolean }[] = [
  { step: 'DECIDE', applies: ({ status }, { isOwnReview }) => status === 'UNDER_REVIEW' && !isOwnReview },
  { step: 'FINISH', applies: (task) => isAtWork(task) && progressOf(task) === 100 },
  { step: 'ASK_REVIEW', applies: isOneOf('COMPLETED') },
  // A task with sub-tasks is done by their assignees.
  { step: 'ASSIGN', applies: (task) => isPlanned(task) && task.assignedTo === null && task.rollup === null },
  { step: 'START', applies: isPlanned },
  { step: 'RESUME', applies: isOneOf('ON_HOLD', 'REJECTED') },
]

/** The next step for a task; undefined for users who may not edit it. */
export const nextOfTask = (task: Case, may: TaskRights) =>
  may.edit ? rules.find(({ applies }) => applies(task, may))?.step : undefined
