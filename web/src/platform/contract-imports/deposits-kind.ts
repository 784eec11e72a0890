import { filterDeposits } from '@plinth/api/deposits/deposits'
import {
  depositImportRows,
  downloadDepositImportFailures,
  downloadDepositTemplate,
  listDepositImports,
  undoDepositImport,
  uploadDeposits,
} from '@plinth/api/platform/deposit-imports'
import { call } from '../../lib/call.ts'
import { download } from '../../lib/download.ts'
import { counted, decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { ImportKind } from './import-kind.ts'

/** Importing a register of deposits from a sheet. */
export const deposits: ImportKind = {
  title: t('Upload deposits'),
  form: {
    label: t('File of deposits'),
    call: uploadDeposits,
    rows: depositImportRows,
    intro: t(
      'Each row is a deposit of a tender that is entered, with the guarantee, receipt or payment that it is given by. Rows that are in order are stored; the others are listed with what to mend. Check first judges every row and stores nothing. A deposit that is there already is not stored again.',
    ),
    getTemplate: (format) => download(downloadDepositTemplate, { query: { format } }),
  },
  list: {
    to: '/contracts/deposit-register',
    call: filterDeposits,
    label: t('Deposit register'),
    see: t('See the deposits'),
  },
  imports: listDepositImports,
  getFailures: (id, format) => download(downloadDepositImportFailures, { params: { id }, query: { format } }),
  undoing: undoDepositImport,
  undo: (id) => call(undoDepositImport, { params: { id } }),
  addressOf: ({ id, contractId }) => (contractId ? `/contracts/${contractId}/security-deposit/${id}/view` : undefined),
  said: {
    loss: t('Leaving cancels the upload. Deposits that are already stored stay.'),
    cancelling: t('Deposits that are already stored stay when you cancel; they can be undone afterwards.'),
    storedByThen: (stored) =>
      t('{deposits} had been stored by then and stay, until the upload is undone.', {
        deposits: counted(stored, 'deposit'),
      }),
    unknownColumns: (columns) => t('{columns}. Their headings are no field of a deposit.', { columns }),
    undoQuestion: (created) =>
      t(
        'Delete the {deposits} of this upload, with their instruments? Those that were edited or are in use since stay.',
        { deposits: counted(created, 'deposit') },
      ),
    undone: (removed) => t('{deposits} deleted.', { deposits: counted(removed, 'deposit') }),
    kept: (removed, kept) =>
      t(kept === 1 ? '{deposits} deleted, {kept} stays' : '{deposits} deleted, {kept} stay', {
        deposits: counted(removed, 'deposit'),
        kept: decimal(kept),
      }),
  },
}
