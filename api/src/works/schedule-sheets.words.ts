import type { WordsOf } from '../kernel/words.ts'
import type * as scheduleSheets from './schedule-sheets.ts'

export const scheduleSheetsWords: WordsOf<typeof scheduleSheets> = {
  parameters: {
    format: 'The kind of file that is answered.',
    dryRun: 'With `true` every cell is judged and nothing is stored.',
    acceptAmounts: 'With `true` the schedule is stored although amounts of the file differ from it.',
  },
}
