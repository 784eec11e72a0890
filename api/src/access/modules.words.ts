import type { WordsOf } from '../kernel/words.ts'
import type * as modules from './modules.ts'

export const modulesWords: WordsOf<typeof modules> = {
  parameters: {
    name: 'A part of the name, in any case.',
    description: 'A part of the description, in any case.',
    status: '`true` for active modules, `false` for inactive ones.',
  },
  examples: {
    platform: false,
  },
  records: {
    moduleRecord: {
      examples: { name: 'Site diary', description: 'What happens on site, day by day', key: 'Site diary' },
    },
    moduleInput: {
      examples: { name: 'Site diary', description: 'What happens on site, day by day' },
    },
    moduleEdit: {
      examples: { name: 'Site diary', description: 'What happens on site, day by day' },
    },
  },
}
