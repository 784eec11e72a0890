import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./PartyList.tsx'), 'PartyList'), '/payments/parties'],
    [
      lazyScreen(() => import('./PartyForm.tsx'), 'PartyForm'),
      '/payments/parties/create',
      '/payments/parties/$id',
      '/payments/parties/$id/edit',
    ],
  ],
}
