import type { Project } from '@plinth/api/works/projects'

export type ProjectStep = 'PLAN_TASKS' | 'COMPLETE' | 'START' | 'SEE_LATE'

export interface ProjectRights {
  edit: boolean
  /** May create a task. */
  plan: boolean
  /** May see the tasks. */
  see: boolean
}

type Case = Pick<Project, 'status' | 'rollup' | 'givenEndDate'>

const over: readonly Project['status'][] = ['COMPLETED', 'TERMINATED', 'CANCELLED']
const unstarted: readonly Project['status'][] = ['DRAFT', 'PLANNED', 'INITIATED']

export const isOver = ({ status }: Pick<Project, 'status'>) => over.includes(status)

/** The given end of a project, or that of its tasks if it is earlier; after it the project is late. */
export function dueDayOf({ givenEndDate, rollup }: Case): string | null {
  const days = [givenEndDate, rollup?.givenEndDate].filter((day) => typeof day === 'string')
  return days.toSorted()[0] ?? null
}

/** Late as for the quick filter of projects: open and past its due day, or ended after it. */
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

/** The next step for a project, of those that the user may take. */
export const nextOfProject = (project: Case, may: ProjectRights, today: string) =>
  rules.find(({ needs, applies }) => may[needs] && applies(project, today))?.step
