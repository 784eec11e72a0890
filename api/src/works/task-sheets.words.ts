import type { WordsOf } from '../kernel/words.ts'
import type * as taskSheets from './task-sheets.ts'

export const taskSheetsWords: WordsOf<typeof taskSheets> = {
  parameters: {
    projectId: 'The id of the project.',
    dryRun: 'With `true` every cell is checked and nothing is stored.',
    format: 'The file format of the answer.',
  },
  calls: {
    uploadTasks: {
      examples: { message: 'Nothing was stored: 1 row has a fault.', fileName: 'tasks.xlsx' },
    },
  },
}
