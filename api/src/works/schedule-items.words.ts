import type { WordsOf } from '../kernel/words.ts'
import type * as scheduleItems from './schedule-items.ts'

export const scheduleItemsWords: WordsOf<typeof scheduleItems> = {
  parameters: {
    id: 'The id of the item or section of a schedule.',
  },
}
