import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { contractImport, sheetOfUpload, uploading } from './import-results.ts'

export const about =
  'Deposits entered from a CSV or Excel file, with their instruments, liens and receipts; checked beforehand and undone afterwards.'

const base = '/project/api/deposit-imports'

/** The most rows of one register. */
export const depositImportRows = 20_000

/** The labels of the columns of a register. */
export const depositSheetLabels = {
  bidId: 'Bid ID',
  referenceNo: 'Reference no.',
  contractName: 'Work',
  depositType: 'Purpose',
  kind: 'Instrument',
  instrumentNo: 'Instrument no.',
  issuer: 'Bank',
  branch: 'Branch',
  amount: 'Amount',
  issuedOn: 'Issued on',
  submittedOn: 'Submitted on',
  expiresOn: 'Expires on',
  claimUntil: 'Claim until',
  maturesOn: 'Matures on',
  marginPercent: 'Margin %',
  marginReceiptNo: 'Margin FDR no.',
  department: 'Department',
  officeName: 'Office',
  dueOn: 'Due on',
  ownerName: 'Owner',
  receivedOn: 'Received on',
  receivedAmount: 'Received amount',
  deduction: 'Deduction',
  status: 'Status',
} as const

export const uploadDeposits = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Import deposits from a CSV or Excel file: valid rows are stored, rejected rows are answered with all their reasons',
  allow: { module: 'Contracts', can: 'canCreate' },
  ...uploading,
})

export const downloadDepositTemplate = endpoint({
  method: 'GET',
  path: `${base}/template`,
  summary: 'An empty sheet with every column of an import of deposits, and an example',
  allow: { module: 'Contracts', can: 'canCreate' },
  ...sheetOfUpload,
})

export const listDepositImports = endpoint({
  method: 'GET',
  path: base,
  summary: 'The last 20 imports and checks of deposits, newest first; a running one shows its progress',
  allow: { module: 'Contracts', can: 'canCreate' },
  response: z.array(contractImport),
})

export const downloadDepositImportFailures = endpoint({
  method: 'GET',
  path: `${base}/:id/failures`,
  summary: 'The rejected rows of an import of deposits as they came, with their reasons',
  allow: { module: 'Contracts', can: 'canCreate' },
  params: f.idParams,
  ...sheetOfUpload,
})

export const undoDepositImport = endpoint({
  method: 'POST',
  path: `${base}/:id/undo`,
  summary:
    'Delete the deposits of an import with their instruments; deposits that were edited since or are in use stay, and are named',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
  response: z.object({
    import: contractImport,
    removed: z.int(),
    kept: z.array(
      z.object({
        id: f.id,
        /** The contract of a deposit; null for an instrument without a deposit. */
        contractId: z.nullable(f.id),
        refId: z.string(),
        reason: z.string(),
      }),
    ),
  }),
})
