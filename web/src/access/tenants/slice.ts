import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./TenantList.tsx'), 'TenantList'), '/admin/tenants'],
    [
      lazyScreen(() => import('./TenantForm.tsx'), 'TenantForm'),
      '/admin/tenants/create',
      '/admin/tenants/$id',
      '/admin/tenants/$id/edit',
    ],
  ],
}
