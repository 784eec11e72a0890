import { entity } from '../kernel/entity.ts'

/** Projects. */
export const projects = entity({
  module: 'Projects',
  path: '/projects',
  title: 'Projects',
  create: 'New project',
  lists: ['projects'],
  found: 'projects',
  audited: { projects: 'Project' },
})
