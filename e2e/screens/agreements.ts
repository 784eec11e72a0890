import { createAgreement, filterAgreements } from '@plinth/api/money/agreements'
import { createParty } from '@plinth/api/money/parties'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/payments/agreements',
    '/payments/agreements?open=:agreement',
    '/payments/agreements?number=no+such',
    '/payments/agreements/create',
    '/payments/agreements/create?direction=PAYABLE',
    '/payments/agreements/:agreement',
    '/payments/agreements/:agreement/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterAgreements, { body: { number: 'KPWD/CTA/EE/112' } })
    return { agreement: content[0]?.id }
  },
  lists: [{ path: '/payments/agreements', call: filterAgreements }],
  patterned: [{ path: '/payments/agreements', name: 'name', filter: 'Name of work', column: 'Name of work' }],
  async make({ owner }, name) {
    const party = { kinds: ['SUBCONTRACTOR' as const], legalName: 'Who digs and carries' }
    const { id: partyId } = await owner.ok(createParty, { body: party })
    const body = { direction: 'PAYABLE' as const, number: name.slice(0, 100), name, partyId }
    return { agreement: (await owner.ok(createAgreement, { body })).id }
  },
  shown: ['/payments/agreements', '/payments/agreements/:agreement'],
  entered: ['/payments/agreements/create', '/payments/agreements/:agreement/edit'],
}
