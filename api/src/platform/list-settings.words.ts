import type { WordsOf } from '../kernel/words.ts'
import type * as listSettings from './list-settings.ts'

export const listSettingsWords: WordsOf<typeof listSettings> = {
  parameters: {
    list: 'The name of the list.',
    id: 'The id of the saved view.',
  },
  examples: {
    search: '?status=AWARDED',
  },
  records: {
    listView: {
      examples: { name: 'Awarded' },
    },
  },
  calls: {
    createListView: {
      examples: { name: 'Awarded' },
    },
    updateListView: {
      examples: { name: 'Awarded' },
    },
  },
}
