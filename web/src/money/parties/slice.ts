import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./PartyList.tsx'), 'PartyList'), '/payments/parties'],
    [
      screenPart(() => import('./PartyForm.tsx'), 'PartyForm'),
      '/payments/parties/create',
      '/payments/parties/$id',
      '/payments/parties/$id/edit',
    ],
  ],
}
