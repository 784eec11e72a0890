import type { WordsOf } from '../kernel/words.ts'
import type * as passwordLinks from './password-links.ts'

export const passwordLinksWords: WordsOf<typeof passwordLinks> = {
  parameters: {
    id: 'The id of the person.',
  },
}
