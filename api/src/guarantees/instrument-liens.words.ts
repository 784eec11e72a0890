import type { WordsOf } from '../kernel/words.ts'
import type * as instrumentLiens from './instrument-liens.ts'

export const instrumentLiensWords: WordsOf<typeof instrumentLiens> = {
  examples: {
    markedOn: '2026-06-08',
    freedOn: null,
    guaranteeNumber: '40412BG2600417',
    receiptNumber: 'FDR 41020070085',
    receiptAmount: 400_000,
    receiptIssuer: 'State Bank of India',
    receiptMaturesOn: '2027-06-08',
  },
  records: {
    instrumentLien: {
      examples: { amount: 351_000 },
    },
  },
}
