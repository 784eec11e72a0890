import type { WordsOf } from '../kernel/words.ts'
import type * as releaseRules from './release-rules.ts'

export const releaseRulesWords: WordsOf<typeof releaseRules> = {
  parameters: {
    id: 'The id of the release rule.',
  },
}
