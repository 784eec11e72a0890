import type { WordsOf } from '../kernel/words.ts'
import type * as instruments from './instruments.ts'

export const instrumentsWords: WordsOf<typeof instruments> = {
  examples: {
    issuer: 'State Bank of India',
    branch: 'SME Branch, Hassan',
    favouring: 'The Executive Engineer, Tumakuru Division',
    issuedOn: '2026-06-08',
    effectiveOn: '2026-06-08',
    expiresOn: '2027-05-30',
    claimUntil: '2027-08-28',
    marginPercent: 15,
    commissionPercent: 1.8,
    heldBy: 'DEPARTMENT',
    securedFor: '2026_BBMP_104217_1',
  },
  records: {
    instrument: {
      examples: {
        kind: 'BG',
        number: '40412BG2600417',
        amount: 2_340_000,
        maturesOn: null,
        staleOn: null,
        endsOn: '2027-05-30',
        state: 'LODGED',
        deposits: 1,
        securedAmount: 2_340_000,
        lienAmount: 351_000,
      },
    },
  },
  calls: {
    createInstrument: {
      body: {
        kind: 'BG',
        number: '40412BG2600417',
        amount: 2_340_000,
        issuer: 'State Bank of India',
        branch: 'SME Branch, Hassan',
        issuedOn: '2026-06-08',
        expiresOn: '2027-05-30',
        claimUntil: '2027-08-28',
        marginPercent: 15,
        commissionPercent: 1.8,
        state: 'LODGED',
        happenedOn: '2026-06-10',
      },
    },
  },
}
