import type { WordsOf } from '../kernel/words.ts'
import type * as settlements from './settlements.ts'

export const settlementsWords: WordsOf<typeof settlements> = {
  parameters: {
    depositId: 'The id of the deposit.',
  },
  records: {
    settlement: {
      examples: {
        kind: 'RECEIVED',
        amount: 472_500,
        intoDepositId: null,
        cancelledAt: null,
        cancelledWhy: null,
        cancelledByName: null,
        reason: null,
      },
    },
  },
  calls: {
    addSettlement: {
      // A receipt that was short; what is carried into another deposit says which.
      body: {
        kind: 'RECEIVED',
        amount: 472_500,
        settledOn: '2026-06-30',
        reference: 'UTR SBIN526181004711',
        deducted: 12_500,
        reason: 'Stamp duty of the agreement',
      },
    },
    cancelSettlement: {
      examples: { why: 'Booked with the wrong amount' },
    },
  },
}
