import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./BankFacilityList.tsx'), 'BankFacilityList'), '/payments/bank-limits'],
    [
      screenPart(() => import('./BankFacilityForm.tsx'), 'BankFacilityForm'),
      '/payments/bank-limits/create',
      '/payments/bank-limits/$id',
      '/payments/bank-limits/$id/edit',
    ],
  ],
}
