import { listModules } from '@plinth/api/access/modules'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  operation: ['/admin/modules', '/admin/modules/create', '/admin/modules/:module', '/admin/modules/edit/:module'],
  async find({ founder }) {
    const [module] = await founder.ok(listModules, {})
    return { module: module?.id }
  },
  lists: [{ path: '/admin/modules', call: listModules, ofOperator: true }],
  patterned: [
    {
      path: '/admin/modules',
      name: 'name',
      filter: 'Name',
      column: 'Name',
      // A new module would appear among the permissions of every company.
      found: { rows: ['Vehicle Insurance', 'Vehicles'], word: 'vehicle' },
      ofOperator: true,
    },
  ],
}
