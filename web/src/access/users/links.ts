import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditedRecord, SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** What belongs to a person is told on theirs. */
const person: AuditedRecord = { module: 'User', path: (id) => `/admin/users/${id}` }

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/users/create', label: t('New user'), module: 'User' }],
  search: { kind: 'users', title: t('Users'), path: '/admin/users' },
  audited: {
    users: {
      ...person,
      fields: lateFields(
        lateScript(() => import('@plinth/api/access/users')),
        ({ user, userLabels }) => ({ labels: userLabels, kinds: kindsOf(user) }),
      ),
    },
    user_roles: person,
    user_passwords: person,
    second_factors: person,
    profile_images: person,
    sessions: person,
  },
}
