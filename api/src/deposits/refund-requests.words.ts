import type * as letter from '../kernel/letter.ts'
import type { WordsOf } from '../kernel/words.ts'
import type * as refundRequests from './refund-requests.ts'

const listed = {
  number: 'RR/2026-27/001',
  subject: 'Refund of Earnest Money Deposit amounting to {amount}',
  depositCount: 1,
  amount: 485_000,
  dispatchRef: 'DI/2026/0620',
  inwardRef: 'AC/1184',
}

export const refundRequestsWords: WordsOf<typeof refundRequests & typeof letter> = {
  parameters: {
    id: 'The id of the refund request.',
    officeId: 'The id of the office that the letter goes to.',
    format: 'The file format of the answer.',
  },
  records: {
    refundRequest: {
      examples: {
        ...listed,
        body: 'We request you to kindly refund the following deposits:\n\n{deposits}',
        enclosures: 'Copies of the receipts',
        answer: 'The bill is passed and lies with the treasury.',
      },
    },
    listedRequest: { examples: listed },
    letterContent: {
      examples: {
        referenceNo: 'RR/2026-27/001',
        subject: 'Refund of Earnest Money Deposit amounting to {amount}',
        body: ['We request you to kindly refund the following deposits:\n\n{deposits}'],
        enclosures: ['Copies of the receipts'],
      },
    },
  },
  calls: {
    createRefundRequest: {
      body: {
        officeId: '019a3c5d-31aa-7d10-8b2c-4e5f6a7b8c01',
        language: 'en',
        letterOn: '2026-06-20',
        deposits: [{ depositId: '019a3c61-5e20-7f44-9a3b-6c7d8e9f0a11', amount: 485_000 }],
      },
    },
    checkRefundRequest: {
      body: {
        officeId: '019a3c5d-31aa-7d10-8b2c-4e5f6a7b8c01',
        language: 'hi',
        deposits: [{ depositId: '019a3c61-5e20-7f44-9a3b-6c7d8e9f0a11' }],
      },
      examples: {
        subject: 'Refund of Earnest Money Deposit amounting to {amount}',
        body: 'We request you to kindly refund the following deposits:\n\n{deposits}',
        enclosures: 'Copies of the receipts',
      },
    },
    sendRefundRequest: {
      examples: { dispatchRef: 'DI/2026/0620' },
    },
    setRefundAnswer: {
      examples: { answer: 'The bill is passed and lies with the treasury.', inwardRef: 'AC/1184' },
    },
    exportRefundRequests: {
      examples: { columns: [{ field: 'number', label: 'Number' }] },
    },
  },
}
