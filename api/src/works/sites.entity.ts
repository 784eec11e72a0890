import { entity } from '../kernel/entity.ts'

/** Sites. */
export const sites = entity({
  module: 'Projects',
  path: '/projects/sites',
  title: 'Sites',
  create: 'New site',
  lists: ['sites'],
  found: 'sites',
  audited: { sites: 'Site' },
})
