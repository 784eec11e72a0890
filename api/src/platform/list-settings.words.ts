import type { WordsOf } from '../kernel/words.ts'
import type * as listSettings from './list-settings.ts'

export const listSettingsWords: WordsOf<typeof listSettings> = {
  parameters: {
    list: 'The name of the list.',
    id: 'The id of the saved view.',
  },
  records: {
    listView: {
      examples: { name: 'Awarded', search: '?status=AWARDED' },
    },
  },
  calls: {
    createListView: {
      examples: { name: 'Awarded', search: '?status=AWARDED' },
    },
    updateListView: {
      examples: { name: 'Awarded', search: '?status=AWARDED' },
    },
  },
}
