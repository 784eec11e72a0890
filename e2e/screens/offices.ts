import { createOffice, filterOffices } from '@plinth/api/tenders/offices'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/contracts/offices',
    '/contracts/offices?open=:office',
    '/contracts/offices?name=no+such',
    '/contracts/offices/create',
    '/contracts/offices/:office',
    '/contracts/offices/:office/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterOffices, { body: { name: 'PWD Division, Hassan' } })
    return { office: content[0]?.id }
  },
  lists: [{ path: '/contracts/offices', call: filterOffices }],
  patterned: [{ path: '/contracts/offices', name: 'name', filter: 'Office', column: 'Office' }],
  async make({ owner }, name) {
    return { office: (await owner.ok(createOffice, { body: { department: 'Works', name } })).id }
  },
  shown: ['/contracts/offices', '/contracts/offices/:office'],
  entered: ['/contracts/offices/create', '/contracts/offices/:office/edit'],
}
