import type { Project } from '@plinth/api/works/projects'

export type ProjectStep = 'PLAN_TASKS' | 'COMPLETE' | 'START' | 'SEE_LATE'

export interface ProjectRights {
  edit: boolean
  /** Add a task. */
  plan: boolean
  /** See the tasks. */
  see: boolean
}

type Case = Pick<Project, 'status' | 'rollup' | 'givenEndDate'>

const over: readonly Project['status'][] = ['COMPLETED', 'TERMINATED', 'CANCELLED']
const unstarted: readonly Project['status'][] = ['DRAFT', 'PLANNED', 'INITIATED']

export const isOver = ({ status }: Pick<Project, 'status'>) => over.includes(status)

/** The end that was given for a project, or for its tasks where that is earlier: after it the project is late. */
export function dueDayOf({ givenEndDate, rollup }: Case): string | null {
  const days = [givenEndDate, rollup?.givenEndDate].filter((day) => typeof day === 'string')
  return days.toSorted()[0] ?? null
}

/** Late as the quick filter for projects says: open, and past its day, or ended past it. */
export function isLate(project: Case, today: string): boolean {
  const due = dueDayOf(project)
  return due !== null && !isOver(project) && (project.rollup?.actualEndDate ?? today) > due
}

interface Rule {
  step: ProjectStep
  needs: keyof ProjectRights
  applies: (project: Case, today: string) => boolean
}

const rules: readonly Rule[] = [
  { step: 'PLAN_TASKS', needs: 'plan', applies: (project) => !isOver(project) && project.rollup === null },
  { step: 'COMPLETE', needs: 'edit', applies: (project) => !isOver(project) && project.rollup?.progress === 100 },
  {
    step: 'START',
    needs: 'edit',
    applies: ({ status, rollup }) => unstarted.includes(status) && Boolean(rollup?.actualStartDate),
  },
  { step: 'SEE_LATE', needs: 'see', applies: isLate },
]

/** The one thing to do next about a project, of those that the person may do. */
export const nextOfProject = (project: Case, may: ProjectRights, today: string) =>
  rules.find(({ needs, applies }) => may[needs] && applies(project, today))?.step
