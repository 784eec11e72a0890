import type { WordsOf } from '../kernel/words.ts'
import type * as watchers from './watchers.ts'

export const watchersWords: WordsOf<typeof watchers> = {
  parameters: {
    recordType: 'The type of the watched record.',
    recordId: 'The id of the watched record.',
  },
}
