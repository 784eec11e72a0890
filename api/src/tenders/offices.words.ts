import type { WordsOf } from '../kernel/words.ts'
import type * as offices from './offices.ts'

export const officesWords: WordsOf<typeof offices> = {
  parameters: {
    officeId: 'The id of the office that needs a parent.',
  },
  examples: {
    department: 'Karnataka Public Works Department',
  },
  records: {
    office: {
      examples: {
        name: 'Tumakuru Division',
        designation: 'Executive Engineer',
        address: 'Division Office, B.H. Road, Tumakuru 572101',
        email: 'ee.tumakuru@kpwd.example',
      },
    },
  },
}
