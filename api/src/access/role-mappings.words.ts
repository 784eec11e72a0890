import type { WordsOf } from '../kernel/words.ts'
import type * as roleMappings from './role-mappings.ts'

export const roleMappingsWords: WordsOf<typeof roleMappings> = {
  parameters: {
    userId: 'The id of the person.',
    roleId: 'The id of the role.',
    tenantId: 'The id of the company. Only an operator can name another company than their own.',
  },
  calls: {
    searchMappablePeople: {
      parameters: { userId: 'The id of one person.' },
    },
  },
}
