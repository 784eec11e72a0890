import type { WordsOf } from '../kernel/words.ts'
import type * as users from './users.ts'

export const usersWords: WordsOf<typeof users> = {
  parameters: {
    id: 'The id of the person.',
    tenantId: 'The id of the person’s company.',
    imageId: 'The id of the picture, as in the person’s record.',
  },
  descriptions: {
    profileImage: 'the address of the picture on this installation; null if there is none',
  },
  examples: {
    username: 'Asha Rao',
    email: 'asha.rao@demo.example',
    mobileNo: '+919812345678',
    designation: 'Site engineer',
    profileImage: null,
    lockedUntil: null,
    isAbove: false,
  },
  records: {
    user: {
      descriptions: { roles: 'the names of the person’s roles in alphabetical order; null if there are none' },
      examples: { comment: 'At the site office from April on' },
    },
  },
  calls: {
    exportUsers: {
      examples: { columns: [{ field: 'username', label: 'Name' }] },
    },
  },
}
