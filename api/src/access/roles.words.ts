import type { WordsOf } from '../kernel/words.ts'
import type * as roleRecords from './role-records.ts'
import type * as roles from './roles.ts'

export const rolesWords: WordsOf<typeof roles & typeof roleRecords> = {
  parameters: {
    tenantId: 'The company whose roles are meant: an operator’s choice; everybody else’s own.',
    name: 'A part of the name, whatever its case.',
    description: 'A part of the description, whatever its case.',
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
