import type { WordsOf } from '../kernel/words.ts'
import type * as watchers from './watchers.ts'

export const watchersWords: WordsOf<typeof watchers> = {
  parameters: {
    recordType: 'What is watched.',
    recordId: 'The id of the record that is watched.',
  },
}
