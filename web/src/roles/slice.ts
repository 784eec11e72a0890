import { IconUserShield } from '@tabler/icons-react'
import type { Slice } from '../app/slice.ts'
import { t } from '../lib/language.ts'
import { screenPart } from '../ui/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./RoleList.tsx'), 'RoleList'), '/admin/roles'],
    [
      screenPart(() => import('./RoleForm.tsx'), 'RoleForm'),
      '/admin/roles/create',
      '/admin/roles/$id/view',
      '/admin/roles/$id/edit',
    ],
  ],
  sidebar: [
    {
      group: 'administration',
      to: '/admin/roles',
      label: t('Roles'),
      module: 'Role',
      icon: IconUserShield,
    },
  ],
}
