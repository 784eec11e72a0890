import type { WordsOf } from '../kernel/words.ts'
import type * as letterTemplates from './letter-templates.ts'

export const letterTemplatesWords: WordsOf<typeof letterTemplates> = {
  parameters: {
    id: 'The id of the letter template.',
  },
  records: {
    letterTemplate: {
      examples: {
        name: 'Refund of EMD',
        subject: 'Refund of Earnest Money Deposit amounting to {amount}',
        body: 'We request you to kindly refund the following deposits:\n\n{deposits}',
        enclosures: 'Copies of the receipts',
      },
    },
  },
  calls: {
    createLetterTemplate: {
      body: {
        kind: 'REFUND_REQUEST',
        language: 'en',
        name: 'Refund of EMD',
        subject: 'Refund of Earnest Money Deposit amounting to {amount}',
        body: 'We request you to kindly refund the following deposits:\n\n{deposits}\n\nIn words: {amountInWords}.',
        enclosures: 'Copies of the receipts',
        isDefault: false,
      },
    },
  },
}
