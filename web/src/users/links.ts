import { kindsOf } from '@plinth/api/kernel/kinds'
import { filterUsers, user, userLabels } from '@plinth/api/users'
import { either, few } from '../app/record-search.ts'
import type { AuditedRecord, SliceLinks } from '../app/slice-links.ts'
import { call } from '../lib/call.ts'
import { t } from '../lib/language.ts'

/** What belongs to a person is told on theirs. */
const person: AuditedRecord = { module: 'User', path: (id) => `/admin/users/${id}` }

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/users/create', label: t('New user'), module: 'User' }],
  search: {
    title: t('Users'),
    path: '/admin/users',
    call: filterUsers,
    async find(typed, signal) {
      const by = async (filter: object) =>
        (await call(filterUsers, { body: { ...filter, ...few } }, { signal })).content
      const found = await either(by({ username: typed }), by({ email: typed }))
      return found.map(({ id, username, email, designation, isActive }) => ({
        id,
        label: username,
        detail: email ?? designation,
        status: isActive ? t('Active') : t('Inactive'),
      }))
    },
  },
  audited: {
    users: { ...person, labels: userLabels, kinds: kindsOf(user) },
    user_roles: person,
    user_passwords: person,
    second_factors: person,
    profile_images: person,
    sessions: person,
  },
}
