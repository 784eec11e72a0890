import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ContractList.tsx'), 'ContractList'), '/contracts/list'],
    [
      screenPart(() => import('./ContractForm.tsx'), 'ContractForm'),
      '/contracts/create',
      '/contracts/$id',
      '/contracts/$id/edit',
    ],
  ],
}
