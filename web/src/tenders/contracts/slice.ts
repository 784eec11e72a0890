import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ContractList.tsx'), 'ContractList'), '/contracts/list'],
    [
      lazyScreen(() => import('./ContractForm.tsx'), 'ContractForm'),
      '/contracts/create',
      '/contracts/$id',
      '/contracts/$id/edit',
    ],
  ],
}
