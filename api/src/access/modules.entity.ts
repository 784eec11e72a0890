import { entity } from '../kernel/entity.ts'

/** The modules that a company may switch off. */
export const modules = entity({
  module: 'Modules',
  path: '/admin/modules',
  title: 'Modules',
  create: 'New module',
  lists: ['modules'],
  audited: { modules: 'Module' },
})
