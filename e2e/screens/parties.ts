import { createParty, filterParties } from '@plinth/api/money/parties'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/payments/parties',
    '/payments/parties?open=:party',
    '/payments/parties?legalName=no+such',
    '/payments/parties/create',
    '/payments/parties/:party',
    '/payments/parties/:party/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterParties, { body: { legalName: 'Nagaraja' } })
    return { party: content[0]?.id }
  },
  lists: [{ path: '/payments/parties', call: filterParties }],
  patterned: [{ path: '/payments/parties', name: 'legalName', filter: 'Legal name', column: 'Legal name' }],
  async make({ owner }, legalName) {
    return { party: (await owner.ok(createParty, { body: { kinds: ['VENDOR'], legalName } })).id }
  },
  shown: ['/payments/parties', '/payments/parties/:party'],
  entered: ['/payments/parties/create', '/payments/parties/:party/edit'],
}
