import { entity } from '../kernel/entity.ts'

/** General tasks. */
export const generalTasks = entity({
  module: 'General Tasks',
  path: '/general-tasks',
  title: 'General tasks',
  listPath: '/general-tasks/list',
  listTitle: 'All general tasks',
  create: 'New general task',
  lists: ['general-tasks'],
  found: 'general_tasks',
  audited: { general_tasks: 'General task', general_task_lines: { label: 'Line of a checklist', parent: 'task_id' } },
})
