import type { WordsOf } from '../kernel/words.ts'
import type * as instrumentEvents from './instrument-events.ts'

export const instrumentEventsWords: WordsOf<typeof instrumentEvents> = {
  examples: {
    charges: 7_434,
    amountBefore: 2_340_000,
    amountAfter: 2_340_000,
    issuedOnBefore: '2026-06-08',
    issuedOnAfter: '2026-06-08',
    expiresOnBefore: '2027-05-30',
    expiresOnAfter: '2027-11-30',
    claimUntilBefore: '2027-08-28',
    claimUntilAfter: '2028-02-28',
    maturesOnBefore: null,
    maturesOnAfter: null,
  },
  records: {
    instrumentEvent: {
      examples: {
        kind: 'EXTENDED',
        happenedOn: '2027-05-11',
        fromState: 'LODGED',
        toState: 'LODGED',
        number: null,
        paidAmount: null,
        reference: 'SBI/HSN/BG/214',
        remark: 'With the second extension of time',
      },
    },
  },
  calls: {
    addInstrumentEvent: {
      body: {
        kind: 'EXTENDED',
        happenedOn: '2027-05-11',
        expiresOn: '2027-11-30',
        claimUntil: '2028-02-28',
        charges: 7_434,
        reference: 'SBI/HSN/BG/214',
        remark: 'With the second extension of time',
      },
    },
  },
}
