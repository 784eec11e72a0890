import type { WordsOf } from '../kernel/words.ts'
import type * as notes from './notes.ts'

export const notesWords: WordsOf<typeof notes> = {
  parameters: {
    recordType: 'What the notes hang on.',
    recordId: 'The id of the record that the notes hang on.',
    noteId: 'The id of the note.',
    before: 'The id of the last note of the page before; left out, the newest come first.',
    size: 'How many notes at most.',
  },
  records: {
    note: {
      examples: {
        recordType: 'DEPOSIT',
        kind: 'CALL',
        text: 'The superintendent says that the refund is with the treasury.',
        happenedOn: '2026-07-14',
      },
    },
  },
  calls: {
    addNote: {
      body: {
        kind: 'CALL',
        text: 'The superintendent says that the refund is with the treasury.',
        happenedOn: '2026-07-14',
      },
    },
  },
}
