import { createBankFacility, listBankFacilities } from '@plinth/api/guarantees/bank-facilities'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/payments/bank-limits',
    '/payments/bank-limits/create',
    '/payments/bank-limits/:facility',
    '/payments/bank-limits/:facility/edit',
  ],
  async find({ owner }) {
    return { facility: (await owner.ok(listBankFacilities, {}))[0]?.id }
  },
  lists: [{ path: '/payments/bank-limits', call: listBankFacilities }],
  async make({ owner }, name) {
    const body = { bank: 'State Bank of India', name, limitAmount: 1_00_00_000 }
    return { facility: (await owner.ok(createBankFacility, { body })).id }
  },
  shown: ['/payments/bank-limits', '/payments/bank-limits/:facility'],
  entered: ['/payments/bank-limits/create', '/payments/bank-limits/:facility/edit'],
}
