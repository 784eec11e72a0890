import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  {
    screens: [{ to: '/admin/user-roles-mapping', label: t('User roles'), module: 'UserRoleMapping', can: 'canView' }],
  },
]
