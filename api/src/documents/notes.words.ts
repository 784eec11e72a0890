import type { WordsOf } from '../kernel/words.ts'
import type * as notes from './notes.ts'

export const notesWords: WordsOf<typeof notes> = {
  parameters: {
    recordType: 'The type of the notes’ record.',
    recordId: 'The id of the notes’ record.',
    noteId: 'The id of the note.',
    before: 'The id of the last note of the previous page; if omitted, the first page, which begins with the newest.',
    size: 'The maximum number of notes.',
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
