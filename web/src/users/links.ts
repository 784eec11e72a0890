import { kindsOf } from '@plinth/api/kernel/kinds'
import { user, userLabels } from '@plinth/api/users'
import type { AuditedRecord, SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

/** What belongs to a person is told on theirs. */
const person: AuditedRecord = { module: 'User', path: (id) => `/admin/users/${id}` }

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/users/create', label: t('New user'), module: 'User' }],
  search: { kind: 'users', title: t('Users'), path: '/admin/users' },
  audited: {
    users: { ...person, labels: userLabels, kinds: kindsOf(user) },
    user_roles: person,
    user_passwords: person,
    second_factors: person,
    profile_images: person,
    sessions: person,
  },
}
