import type { WordsOf } from '../kernel/words.ts'
import type * as depositExemptions from './deposit-exemptions.ts'

export const depositExemptionsWords: WordsOf<typeof depositExemptions> = {
  parameters: {
    id: 'The id of the exemption.',
  },
}
