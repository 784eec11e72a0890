import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./BgPlanList.tsx'), 'BgPlanList'), '/payments/guarantee-plans'],
    [
      screenPart(() => import('./BgPlanForm.tsx'), 'BgPlanForm'),
      '/payments/guarantee-plans/create',
      '/payments/guarantee-plans/$id',
      '/payments/guarantee-plans/$id/edit',
    ],
  ],
}
