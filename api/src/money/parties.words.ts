import type { WordsOf } from '../kernel/words.ts'
import type * as parties from './parties.ts'

const party: Partial<parties.ListedParty> = {
  kinds: ['VENDOR', 'HIRER'],
  gstTreatment: 'REGULAR',
  msme: 'SMALL',
  address: 'Survey no. 118, Shantigrama',
  place: 'Hassan',
  state: '29',
}

export const partiesWords: WordsOf<typeof parties> = {
  parameters: {
    id: 'The id of the party.',
    bankId: 'The id of the bank account.',
    kind: 'The kind of parties; if omitted, all kinds.',
  },
  examples: {
    legalName: 'Hemavathi Stone Crushers',
    tradeName: 'Hemavathi Crushers',
    gstin: '29AAJFH4471M1ZS',
    pan: 'AAJFH4471M',
    tan: 'BLRH04417A',
    udyamNo: 'UDYAM-KR-12-0004471',
    pin: '573220',
    accountNo: '50200041288137',
    accountEnds: '8137',
    ifsc: 'HDFC0000412',
    holder: 'Hemavathi Stone Crushers',
    agreedDays: 45,
  },
  records: {
    party: {
      examples: party,
    },
    listedParty: {
      examples: party,
    },
    partyChoice: {
      examples: { kinds: ['VENDOR', 'HIRER'], place: 'Hassan' },
    },
    partyBank: {
      examples: { digest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae' },
    },
    identityChange: {
      examples: { field: 'legalName', before: 'Hemavathi Crushers', after: 'Hemavathi Stone Crushers' },
    },
  },
  calls: {
    countParties: {
      examples: { state: ['29'] },
    },
    createParty: {
      body: {
        kinds: ['VENDOR', 'HIRER'],
        legalName: 'Hemavathi Stone Crushers',
        tradeName: 'Hemavathi Crushers',
        gstTreatment: 'REGULAR',
        gstins: [{ gstin: '29AAJFH4471M1ZS', heldFrom: '2017-07-01' }],
        msme: 'SMALL',
        udyamNo: 'UDYAM-KR-12-0004471',
        msmeFrom: '2020-09-14',
        address: 'Survey no. 118, Shantigrama',
        place: 'Hassan',
        state: '29',
        pin: '573220',
        phone: '08172-284114',
        agreedDays: 45,
      },
    },
    createPartyBank: {
      body: { accountNo: '50200041288137', ifsc: 'HDFC0000412', holder: 'Hemavathi Stone Crushers' },
    },
  },
}
