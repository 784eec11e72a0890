import { IconBuildingCommunity } from '@tabler/icons-react'
import type { Slice } from '../app/slice.ts'
import { t } from '../lib/language.ts'
import { screenPart } from '../ui/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./TenantList.tsx'), 'TenantList'), '/admin/tenants'],
    [
      screenPart(() => import('./TenantForm.tsx'), 'TenantForm'),
      '/admin/tenants/create',
      '/admin/tenants/$id',
      '/admin/tenants/$id/edit',
    ],
  ],
  sidebar: [
    {
      group: 'administration',
      to: '/admin/tenants',
      label: t('Tenants'),
      module: 'Tenants',
      icon: IconBuildingCommunity,
    },
  ],
}
