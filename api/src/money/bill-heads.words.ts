import type { WordsOf } from '../kernel/words.ts'
import type * as billHeads from './bill-heads.ts'

export const billHeadsWords: WordsOf<typeof billHeads> = {
  parameters: {
    id: 'The id of the head of bills.',
    day: 'A day; if omitted, today in the company’s time zone.',
  },
}
