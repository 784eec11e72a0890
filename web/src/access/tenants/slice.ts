import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

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
}
