import { listDocuments } from '@plinth/api/documents/documents'
import { newDocument } from '@plinth/server/documents/documents/documents.factory'
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
  make: async ({ owner }, _, { contract = '' }) => ({ paper: (await newDocument(owner, contract)).id }),
  shown: ['/contracts/:contract/supporting-docs', '/documents/:paper', '/vehicles', '/vehicle-insurance', '/payments'],
}
