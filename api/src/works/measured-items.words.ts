import type { WordsOf } from '../kernel/words.ts'
import type * as measuredItems from './measured-items.ts'

export const measuredItemsWords: WordsOf<typeof measuredItems> = {
  parameters: {
    day: 'A day; if omitted, today in the company’s time zone.',
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
