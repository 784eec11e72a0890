import type { WordsOf } from '../kernel/words.ts'
import type * as depositImports from './deposit-imports.ts'

export const depositImportsWords: WordsOf<typeof depositImports> = {
  parameters: {
    id: 'The id of the upload of deposits.',
    dryRun: 'With `true` every cell is judged and nothing is stored.',
    format: 'The kind of file that is answered.',
  },
  calls: {
    uploadDeposits: {
      examples: { message: '1 deposit was stored, 1 row was not.' },
    },
  },
}
