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
    [
      lazyScreen(() => import('./SupportingDocs.tsx'), 'SupportingDocs'),
      '/contracts/$id/supporting-docs',
      // Without a contract's id; the screen reports that it is missing.
      '/contracts/supporting-docs',
    ],
  ],
}
