import { createUser, filterUsers } from '@plinth/api/access/users'
import { password } from '../src/company.ts'
import type { SliceScreens } from '../src/slice-screens.ts'

const addressOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@listed.example`

export const screens: SliceScreens = {
  administration: ['/admin/users', '/admin/users/create', '/admin/users/:user', '/admin/users/:user/edit'],
  operation: ['/admin/users?tenantId=:tenant', '/admin/users/create?tenantId=:tenant'],
  async find({ owner }) {
    const { content } = await owner.ok(filterUsers, { body: { email: 'tenders@demo.example' } })
    return { user: content[0]?.id }
  },
  lists: [{ path: '/admin/users', call: filterUsers }],
  patterned: [
    { path: '/admin/users', name: 'username', sort: 'email', filter: 'Name', column: 'E-mail', cell: addressOf },
  ],
  async make({ owner }, username) {
    return { user: (await owner.ok(createUser, { body: { username, email: addressOf(username), password } })).id }
  },
  shown: ['/admin/users', '/admin/users/:user'],
  entered: ['/admin/users/create', '/admin/users/:user/edit'],
}
