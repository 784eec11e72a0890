import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  openScreens: [[lazyScreen(() => import('./Login.tsx'), 'Login'), '/login']],
}
