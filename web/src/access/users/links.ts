import { users } from '@plinth/api/access/users.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [linksOf(users, { wire: () => import('@plinth/api/access/users') })]
