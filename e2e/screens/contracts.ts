import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/list',
    '/contracts/list?open=:contract',
    '/contracts/list?contractName=no+such+contract',
    '/contracts/create',
    '/contracts/:contract',
    '/contracts/:contract/edit',
    '/contracts/no-contract',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterContracts, { body: { referenceNo: 'NIT-' } })
    return { contract: content[0]?.id }
  },
  lists: [{ path: '/contracts/list', call: filterContracts }],
  patterned: [{ path: '/contracts/list', name: 'contractName', filter: 'Contract name', column: 'Contract name' }],
  async make({ owner }, contractName) {
    return { contract: (await owner.ok(createContract, { body: { contractName, status: 'AWARDED' } })).id }
  },
  shown: ['/contracts/list', '/contracts/:contract'],
  entered: ['/contracts/create', '/contracts/:contract/edit'],
}
