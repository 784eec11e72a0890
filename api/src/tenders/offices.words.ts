import type { WordsOf } from '../kernel/words.ts'
import type * as offices from './offices.ts'

export const officesWords: WordsOf<typeof offices> = {
  parameters: {
    officeId: 'The id of the office that needs a parent.',
  },
}
