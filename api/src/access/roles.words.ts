import type { WordsOf } from '../kernel/words.ts'
import type * as roleRecords from './role-records.ts'
import type * as roles from './roles.ts'

export const rolesWords: WordsOf<typeof roles & typeof roleRecords> = {
  parameters: {
    tenantId: 'The id of the company. Only an operator can name another company than their own.',
    name: 'A part of the name, in any case.',
    description: 'A part of the description, in any case.',
    roleId: 'The id of the role.',
  },
  examples: {
    moduleName: 'Contracts',
    moduleDescription: 'Tenders and contracts',
    roleName: 'Site office',
    grantedByName: 'Asha Rao',
  },
  records: {
    role: {
      examples: { description: 'People of the site office' },
    },
    roleWithGrid: {
      examples: { description: 'People of the site office' },
    },
    roleSelection: {
      examples: { description: 'People of the site office' },
    },
  },
}
