import { entity } from '../kernel/entity.ts'

/** Rules of release. */
export const releaseRules = entity({
  module: 'Contracts',
  path: '/contracts/release-rules',
  title: 'Rules of release',
  create: 'New rule of release',
  lists: ['release-rules'],
  audited: { release_rules: 'Rule of release' },
})
