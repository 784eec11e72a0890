import type * as sheetFiles from '../kernel/sheet-files.ts'
import type { WordsOf } from '../kernel/words.ts'
import type * as contractImports from './contract-imports.ts'
import type * as importResults from './import-results.ts'

export const contractImportsWords: WordsOf<typeof contractImports & typeof importResults & typeof sheetFiles> = {
  parameters: {
    id: 'The id of the import.',
    dryRun: 'With `true` every cell is checked and nothing is stored.',
    format: 'The file format of the answer.',
  },
  examples: {
    startedByName: 'Asha Rao',
    refId: '2026_BBMP_104217_1',
    reason: 'Closing date must not be before openingDate',
    column: 'Closing date',
    field: 'closingDate',
    value: '27/03/2026',
    row: 7,
    held: '48500000.004',
    stored: '48500000',
    undoneAt: null,
    undoneByName: null,
    isDryRun: false,
  },
  records: {
    contractImport: {
      examples: { fileName: 'tenders-2026.xlsx', state: 'DONE', rowsRead: 2, rowsExpected: 2 },
    },
    sheetNote: {
      examples: { column: 'Actual value' },
    },
  },
  calls: {
    uploadContracts: {
      examples: { message: '1 contract was stored, 1 row was not.' },
    },
  },
}
