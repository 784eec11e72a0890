import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/admin/modules/create', label: t('New module'), module: 'Modules' }],
  audited: { modules: { module: 'Modules', path: (id) => `/admin/modules/${id}` } },
}
