import type { WordsOf } from '../kernel/words.ts'
import type * as measuredItems from './measured-items.ts'

export const measuredItemsWords: WordsOf<typeof measuredItems> = {
  parameters: {
    day: 'A day; the company’s own where none is named.',
  },
  examples: {
    measuredQuantity: 412.66,
  },
  records: {
    measurableItem: {
      examples: { kind: 'ITEM', itemNo: '2.5', unit: 'cum', description: 'Cap with the pedestal', limitPercent: 30 },
    },
  },
}
