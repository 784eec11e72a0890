import type { WordsOf } from '../kernel/words.ts'
import type * as bankFacilities from './bank-facilities.ts'

export const bankFacilitiesWords: WordsOf<typeof bankFacilities> = {
  parameters: {
    id: 'The id of the bank’s limit.',
  },
}
