import {
  downloadContractTemplate,
  downloadImportFailures,
  listContractImports,
  undoContractImport,
  uploadContracts,
} from '@plinth/api/platform/contract-imports'
import { importLimits } from '@plinth/api/platform/import-results'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { call } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { counted, decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { ImportKind } from './import-kind.ts'

/** Importing contracts from a sheet. */
export const contracts: ImportKind = {
  title: t('Bulk upload'),
  form: {
    label: t('File of contracts'),
    call: uploadContracts,
    rows: importLimits.rows,
    intro: t(
      'Rows that are in order are stored; the others are listed with what to mend. Check first judges every row and stores nothing. A row that was uploaded before is not stored again.',
    ),
    getTemplate: (format) => download(downloadContractTemplate, { query: { format } }),
  },
  list: { to: '/contracts/list', call: filterContracts, label: t('Contracts'), see: t('See the contracts') },
  imports: listContractImports,
  getFailures: (id, format) => download(downloadImportFailures, { params: { id }, query: { format } }),
  undoing: undoContractImport,
  undo: (id) => call(undoContractImport, { params: { id } }),
  addressOf: ({ id }) => `/contracts/${id}`,
  said: {
    loss: t('Leaving cancels the upload. Contracts that are already stored stay.'),
    cancelling: t('Contracts that are already stored stay when you cancel; they can be undone afterwards.'),
    storedByThen: (stored) =>
      t('{contracts} had been stored by then and stay, until the upload is undone.', {
        contracts: counted(stored, 'contract'),
      }),
    unknownColumns: (columns) => t('{columns}. Their headings are no field of a contract.', { columns }),
    undoQuestion: (created) =>
      t('Delete the {contracts} of this upload? Those that were edited or are in use since stay.', {
        contracts: counted(created, 'contract'),
      }),
    undone: (removed) => t('{contracts} deleted.', { contracts: counted(removed, 'contract') }),
    kept: (removed, kept) =>
      t(kept === 1 ? '{contracts} deleted, {kept} stays' : '{contracts} deleted, {kept} stay', {
        contracts: counted(removed, 'contract'),
        kept: decimal(kept),
      }),
  },
}
