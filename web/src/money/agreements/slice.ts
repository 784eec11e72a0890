import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./AgreementList.tsx'), 'AgreementList'), '/payments/agreements'],
    [
      lazyScreen(() => import('./AgreementForm.tsx'), 'AgreementForm'),
      '/payments/agreements/create',
      '/payments/agreements/$id',
      '/payments/agreements/$id/edit',
    ],
  ],
}
