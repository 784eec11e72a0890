import { createRole, listRoles } from '@plinth/api/access/roles'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  administration: ['/admin/roles', '/admin/roles/create', '/admin/roles/:role/view', '/admin/roles/:role/edit'],
  operation: ['/admin/roles?tenantId=:tenant', '/admin/roles/create?tenantId=:tenant'],
  async find({ owner }) {
    const [role] = await owner.ok(listRoles, { query: {} })
    return { role: role?.id }
  },
  lists: [{ path: '/admin/roles', call: listRoles }],
  patterned: [{ path: '/admin/roles', name: 'name', filter: 'Name', column: 'Name' }],
  async make({ owner }, name) {
    return { role: (await owner.ok(createRole, { body: { name } })).id }
  },
  shown: ['/admin/roles'],
  entered: ['/admin/roles/create'],
}
