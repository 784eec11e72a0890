import { t } from '../../lib/language.ts'

/**
 * What comes next of a new project. `allow` is that of the call that enters a task, which would bring all that is known of tasks
 * into the form of a project.
 */
export const planTasks = (projectId: string) => ({
  label: t('Plan its tasks'),
  to: '/project-tasks/create',
  search: { projectId },
  call: { allow: { module: 'Project Tasks', can: 'canCreate' } } as const,
})
