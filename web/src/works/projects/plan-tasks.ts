import { t } from '../../lib/language.ts'

/**
 * The next step for a new project. `allow` repeats that of `createTask`: importing the call would load the schemas of tasks with the
 * form of a project.
 */
export const planTasks = (projectId: string) => ({
  label: t('Plan its tasks'),
  to: '/project-tasks/create',
  search: { projectId },
  call: { allow: { module: 'Project Tasks', can: 'canCreate' } } as const,
})
