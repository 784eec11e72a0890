import type { WordsOf } from '../kernel/words.ts'
import type * as deadlines from './deadlines.ts'

export const deadlinesWords: WordsOf<typeof deadlines> = {
  parameters: {
    id: 'The id of the waived deadline.',
  },
}
