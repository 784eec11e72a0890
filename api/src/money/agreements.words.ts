import type { WordsOf } from '../kernel/words.ts'
import type * as agreements from './agreements.ts'

export const agreementsWords: WordsOf<typeof agreements> = {
  parameters: {
    contractId: 'The id of the contract for the agreement.',
  },
  examples: {
    agreedOn: '2026-04-01',
    siteState: '29',
    siteAddress: 'Ch. 12+400 to 18+900, Hassan to Sakleshpura',
    ourGstin: '29AAECD4471P1Z1',
    sac: '995421',
    pricing: 'ITEM_RATE',
    tenderPercentage: null,
    rounding: 'HALF_UP',
    paymentDays: 15,
  },
  records: {
    agreement: {
      examples: {
        number: 'WO/26/014',
        direction: 'PAYABLE',
        name: 'Earthwork in excavation and embankment, both reaches',
        status: 'ACTIVE',
        completedOn: null,
      },
    },
    agreementDraft: {
      examples: { name: 'Earthwork in excavation and embankment, both reaches', completedOn: null },
    },
  },
  calls: {
    createAgreement: {
      body: {
        direction: 'PAYABLE',
        number: 'WO/26/014',
        name: 'Earthwork in excavation and embankment, both reaches',
        partyId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b',
        status: 'ACTIVE',
        agreedOn: '2026-04-01',
        value: 86_40_000,
        pricing: 'ITEM_RATE',
        siteState: '29',
        siteAddress: 'Ch. 12+400 to 18+900, Hassan to Sakleshpura',
        sac: '9954',
        startsOn: '2026-04-06',
        endsOn: '2027-03-31',
        dlpMonths: 12,
        rounding: 'HALF_UP',
        paymentDays: 15,
        comment: 'Paid fifteen days after each bill is passed',
      },
    },
  },
}
