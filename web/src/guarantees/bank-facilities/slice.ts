import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./BankFacilityList.tsx'), 'BankFacilityList'), '/payments/bank-limits'],
    [
      lazyScreen(() => import('./BankFacilityForm.tsx'), 'BankFacilityForm'),
      '/payments/bank-limits/create',
      '/payments/bank-limits/$id',
      '/payments/bank-limits/$id/edit',
    ],
  ],
}
