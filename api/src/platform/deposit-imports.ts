import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { contractImport, sheetOfUpload, uploading } from './import-results.ts'

export const about =
  'A register of deposits entered from a CSV or Excel file, with its instruments, liens and receipts; checked beforehand and undone afterwards.'

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
  summary: 'Enter the deposits of a CSV or Excel file: good rows are stored, bad ones are answered with every reason',
  allow: { module: 'Contracts', can: 'canCreate' },
  ...uploading,
})

export const downloadDepositTemplate = endpoint({
  method: 'GET',
  path: `${base}/template`,
  summary: 'An empty sheet with every column that an upload of deposits reads, and an example',
  allow: { module: 'Contracts', can: 'canCreate' },
  ...sheetOfUpload,
})

export const listDepositImports = endpoint({
  method: 'GET',
  path: base,
  summary: 'The last 20 uploads and checks of deposits, newest first; one that runs tells how far it is',
  allow: { module: 'Contracts', can: 'canCreate' },
  response: z.array(contractImport),
})

export const downloadDepositImportFailures = endpoint({
  method: 'GET',
  path: `${base}/:id/failures`,
  summary: 'The rows of an upload of deposits that were not stored, as they came, with their reasons',
  allow: { module: 'Contracts', can: 'canCreate' },
  params: f.idParams,
  ...sheetOfUpload,
})

export const undoDepositImport = endpoint({
  method: 'POST',
  path: `${base}/:id/undo`,
  summary:
    'Delete the deposits of an upload with their instruments; those that were edited or are in use since stay, and are named',
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
