import type { WordsOf } from '../kernel/words.ts'
import type * as deposits from './deposits.ts'

export const depositsWords: WordsOf<typeof deposits> = {
  parameters: {
    depositId: 'The id of the deposit.',
    depositType: 'A part of the kind of deposit, in any case.',
    instrumentNo: 'A part of the instrument’s number, in any case.',
    bankName: 'A part of the bank’s name, in any case.',
    bankAccountNo: 'A part of the account number.',
    accountHolderName: 'A part of the account holder’s name, in any case.',
    status: 'One status, or several as repeated parameters.',
  },
  descriptions: {
    depositSubmitedDate: 'the day of submission (the misspelling is part of the specification)',
    depositeReturnedDate: 'the day of return (the misspelling is part of the specification)',
    depositTransferedOwnAcDate:
      'the day on which the money reached the company’s own account (the misspelling is part of the specification)',
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
      description: 'A deposit with its contract.',
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
