import type { WordsOf } from '../kernel/words.ts'
import type * as deposits from './deposits.ts'

export const depositsWords: WordsOf<typeof deposits> = {
  parameters: {
    depositId: 'The id of the deposit.',
    depositType: 'A part of the kind of deposit, whatever its case.',
    instrumentNo: 'A part of the instrument’s number, whatever its case.',
    bankName: 'A part of the bank’s name, whatever its case.',
    bankAccountNo: 'A part of the account’s number.',
    accountHolderName: 'A part of the account holder’s name, whatever its case.',
    status: 'A status, or several, each named by itself.',
  },
  descriptions: {
    depositSubmitedDate: 'the day it was submitted (misspelt for good)',
    depositeReturnedDate: 'the day it was returned (misspelt for good)',
    depositTransferedOwnAcDate: 'the day the money reached the company’s own account (misspelt for good)',
  },
  examples: {
    depositType: 'EMD',
    instrumentNo: 'BG/2026/00417',
    amount: 485_000,
    depositCreatedDate: '2026-04-20',
    depositSubmitedDate: '2026-04-24',
    depositeReturnedDate: null,
    depositTransferedOwnAcDate: null,
    bankName: 'Canara Bank',
    bankAccountNo: '60212345678',
    bankAddress: 'M.G. Road, Tumakuru 572101',
    accountHolderName: 'Demo Infra Pvt Ltd',
  },
  records: {
    registeredDeposit: {
      description: 'A deposit beside the contract that it is locked up in.',
    },
  },
  calls: {
    countDeposits: {
      examples: { purpose: ['EMD'] },
    },
    listDepositGroups: {
      examples: { purpose: ['EMD'] },
    },
    exportDeposits: {
      examples: { columns: [{ field: 'instrumentNo', label: 'Instrument no.' }] },
    },
  },
}
