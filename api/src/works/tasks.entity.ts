import { entity } from '../kernel/entity.ts'

/** Tasks of projects. */
export const tasks = entity({
  module: 'Project Tasks',
  path: '/project-tasks',
  title: 'Tasks',
  create: 'New task',
  found: 'tasks',
  audited: { tasks: 'Task' },
})
