import type { WordsOf } from '../kernel/words.ts'
import type * as scheduleSheets from './schedule-sheets.ts'

export const scheduleSheetsWords: WordsOf<typeof scheduleSheets> = {
  parameters: {
    format: 'The file format of the answer.',
    dryRun: 'With `true` every cell is checked and nothing is stored.',
    acceptAmounts: 'With `true` the schedule is stored even if amounts of the file differ from its computed amounts.',
  },
}
