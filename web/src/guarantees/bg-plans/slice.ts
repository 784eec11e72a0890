import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./BgPlanList.tsx'), 'BgPlanList'), '/payments/guarantee-plans'],
    [
      lazyScreen(() => import('./BgPlanForm.tsx'), 'BgPlanForm'),
      '/payments/guarantee-plans/create',
      '/payments/guarantee-plans/$id',
      '/payments/guarantee-plans/$id/edit',
    ],
  ],
}
