import { roles } from '@plinth/api/access/roles.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

const pathOfRole = (id: string) => `/admin/roles/${id}/view`

export const links: SliceLinks[] = [linksOf(roles, { pathOf: { roles: pathOfRole, role_permissions: pathOfRole } })]
