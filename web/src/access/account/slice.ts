import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  openScreens: [
    [lazyScreen(() => import('./ChoosePassword.tsx'), 'ChoosePassword'), '/reset'],
    [lazyScreen(() => import('./Unsubscribe.tsx'), 'Unsubscribe'), '/unsubscribe/$token'],
  ],
  screens: [[lazyScreen(() => import('./AccountView.tsx'), 'AccountView'), '/account']],
}
