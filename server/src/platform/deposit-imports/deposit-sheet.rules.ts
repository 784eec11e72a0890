import { depositFields } from '@plinth/api/deposits/deposits'
import { instrumentFields } from '@plinth/api/guarantees/instruments'
import { day, money, optional, positiveMoney, text } from '@plinth/api/kernel/fields'
import { depositSheetLabels } from '@plinth/api/platform/deposit-imports'
import { contractFields } from '@plinth/api/tenders/contracts'
import { sheetShape } from '../../kernel/sheets/sheet-columns.ts'
import { depositSynonyms } from './deposit-synonyms.rules.ts'

export type FieldName = keyof typeof depositSheetLabels

const word = optional(text(100))

/** A deposit with its instrument as a row of a sheet. Our own rules read the words for kind and status. */
export const depositSheet = sheetShape<FieldName>({
  fields: {
    bidId: contractFields.bidId,
    referenceNo: contractFields.referenceNo,
    contractName: optional(text(500)),
    depositType: depositFields.depositType,
    kind: word,
    instrumentNo: instrumentFields.number,
    issuer: instrumentFields.issuer,
    branch: instrumentFields.branch,
    amount: positiveMoney,
    issuedOn: instrumentFields.issuedOn,
    submittedOn: optional(day),
    expiresOn: instrumentFields.expiresOn,
    claimUntil: instrumentFields.claimUntil,
    maturesOn: instrumentFields.maturesOn,
    marginPercent: instrumentFields.marginPercent,
    marginReceiptNo: instrumentFields.number,
    department: optional(text(200)),
    officeName: optional(text(402)),
    dueOn: optional(day),
    ownerName: optional(text(254)),
    receivedOn: optional(day),
    receivedAmount: optional(money),
    deduction: optional(money),
    status: word,
  },
  labels: depositSheetLabels,
  key: 'amount',
  synonyms: depositSynonyms,
  blankable: [
    'bidId',
    'referenceNo',
    'contractName',
    'kind',
    'instrumentNo',
    'issuer',
    'branch',
    'marginReceiptNo',
    'department',
    'officeName',
    'ownerName',
    'status',
  ],
  sums: {
    label: 'contractName',
    own: ['bidId', 'referenceNo', 'instrumentNo', 'depositType'],
    fault: 'says that the row is a sum of others. Please remove it.',
  },
  serverSet: [],
})
