import { entity } from '../kernel/entity.ts'

/** Letter templates. */
export const letterTemplates = entity({
  module: 'Contracts',
  path: '/contracts/letter-templates',
  title: 'Letter templates',
  create: 'New letter template',
  audited: { letter_templates: 'Letter template' },
})
