import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./AgreementList.tsx'), 'AgreementList'), '/payments/agreements'],
    [
      screenPart(() => import('./AgreementForm.tsx'), 'AgreementForm'),
      '/payments/agreements/create',
      '/payments/agreements/$id',
      '/payments/agreements/$id/edit',
    ],
  ],
}
