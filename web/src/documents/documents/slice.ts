import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [
      screenPart(() => import('./SupportingDocs.tsx'), 'SupportingDocs'),
      '/contracts/$id/supporting-docs',
      // Without a contract's id; the screen reports that it is missing.
      '/contracts/supporting-docs',
    ],
    [screenPart(() => import('./DocumentAddress.tsx'), 'DocumentAddress'), '/documents/$id'],
    [screenPart(() => import('./DocumentPages.tsx'), 'VehicleDocuments'), '/vehicles/$'],
    [screenPart(() => import('./DocumentPages.tsx'), 'InsuranceDocuments'), '/vehicle-insurance/$'],
    [screenPart(() => import('./DocumentPages.tsx'), 'PaymentDocuments'), '/payments/$'],
  ],
}
