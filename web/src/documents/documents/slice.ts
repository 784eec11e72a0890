import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./DocumentAddress.tsx'), 'DocumentAddress'), '/documents/$id'],
    [lazyScreen(() => import('./DocumentPages.tsx'), 'VehicleDocuments'), '/vehicles/$'],
    [lazyScreen(() => import('./DocumentPages.tsx'), 'InsuranceDocuments'), '/vehicle-insurance/$'],
    [lazyScreen(() => import('./DocumentPages.tsx'), 'PaymentDocuments'), '/payments/$'],
  ],
}
