import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  openScreens: [
    [screenPart(() => import('./ChoosePassword.tsx'), 'ChoosePassword'), '/reset'],
    [screenPart(() => import('./Unsubscribe.tsx'), 'Unsubscribe'), '/unsubscribe/$token'],
  ],
  screens: [[screenPart(() => import('./AccountView.tsx'), 'AccountView'), '/account']],
}
