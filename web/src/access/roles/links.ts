import type { AuditedRecord, SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

const role: AuditedRecord = { module: 'Role', path: (id) => `/admin/roles/${id}/view` }

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/roles/create', label: t('New role'), module: 'Role' }],
  audited: { roles: role, role_permissions: role },
}
