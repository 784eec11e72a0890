import type { WordsOf } from '../kernel/words.ts'
import type * as depositImports from './deposit-imports.ts'

export const depositImportsWords: WordsOf<typeof depositImports> = {
  parameters: {
    id: 'The id of the import of deposits.',
    dryRun: 'With `true` every cell is checked and nothing is stored.',
    format: 'The file format of the answer.',
  },
  calls: {
    uploadDeposits: {
      examples: { message: '1 deposit was stored, 1 row was not.' },
    },
  },
}
