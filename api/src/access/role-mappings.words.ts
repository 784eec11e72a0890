import type { WordsOf } from '../kernel/words.ts'
import type * as roleMappings from './role-mappings.ts'

export const roleMappingsWords: WordsOf<typeof roleMappings> = {
  parameters: {
    userId: 'The id of the person.',
    roleId: 'The id of the role.',
    tenantId: 'The company whose roles are meant: an operator’s choice; everybody else’s own.',
  },
  calls: {
    searchMappablePeople: {
      parameters: { userId: 'The id of the one person who is looked for.' },
    },
  },
}
