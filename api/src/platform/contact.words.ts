import type { WordsOf } from '../kernel/words.ts'
import type * as contact from './contact.ts'

export const contactWords: WordsOf<typeof contact> = {
  parameters: {
    id: 'The id of the message.',
  },
  examples: {
    mobile: '+919812345678',
    message: 'Please tell us when the site office opens.',
    lastError: null,
  },
  records: {
    contactMessage: {
      examples: { name: 'Meera Nair', email: 'meera.nair@konkan.example', source: 'contact' },
    },
  },
  calls: {
    sendEmail: {
      body: {
        name: 'Meera Nair',
        email: 'meera.nair@konkan.example',
        mobile: '+919822012345',
        message: 'Please show us the bulk upload on a sheet of ours.',
        source: 'contact',
      },
      examples: { name: 'Meera Nair', email: 'meera.nair@konkan.example', source: 'contact' },
    },
  },
}
