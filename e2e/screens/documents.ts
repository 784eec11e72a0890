import { listDocuments } from '@plinth/api/documents'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/:withPaper/supporting-docs',
    '/contracts/no-contract/supporting-docs',
    '/contracts/supporting-docs',
    '/vehicles',
    '/vehicle-insurance',
    '/payments',
  ],
  async find({ owner }) {
    const [paper] = await owner.ok(listDocuments, { query: { entityType: 'CONTRACT' } })
    return { withPaper: paper?.entityId }
  },
  shown: ['/contracts/:contract/supporting-docs', '/vehicles', '/vehicle-insurance', '/payments'],
}
