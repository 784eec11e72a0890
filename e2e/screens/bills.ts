import { createAgreement } from '@plinth/api/money/agreements'
import { createBill, filterBills } from '@plinth/api/money/bills'
import { createParty } from '@plinth/api/money/parties'
import { createContract } from '@plinth/api/tenders/contracts'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/payments/bills',
    '/payments/bills?open=:bill',
    '/payments/bills?quickFilters=PASSED_SHORT',
    '/payments/bills?search=no+such',
    '/payments/bills/create',
    '/payments/bills/create?agreement=:billed',
    '/payments/bills/:bill',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterBills, { body: { quickFilters: ['PASSED_SHORT'] } })
    return { bill: content[0]?.id, billed: content[0]?.agreementId }
  },
  lists: [{ path: '/payments/bills', call: filterBills }],
  // The contract has another name, because the walk searches the lists of contracts for this one.
  async make({ owner }, title) {
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Billed works' } })
    const party = await owner.ok(createParty, { body: { kinds: ['CLIENT'], legalName: 'Who is billed' } })
    const signed = { status: 'ACTIVE', agreedOn: '2026-04-01', value: 50_00_000 } as const
    const { id: agreementId } = await owner.ok(createAgreement, {
      body: {
        direction: 'RECEIVABLE',
        contractId,
        number: 'Billed 1',
        name: 'Billed works',
        partyId: party.id,
        ...signed,
      },
    })
    const days = { billDate: '2026-06-30', uptoDate: '2026-06-30' }
    return { bill: (await owner.ok(createBill, { body: { agreementId, title, workUpto: 10_00_000, ...days } })).id }
  },
  shown: ['/payments/bills', '/payments/bills/:bill'],
  entered: ['/payments/bills/create', '/payments/bills/:bill/edit'],
}
