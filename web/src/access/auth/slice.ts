import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  openScreens: [[screenPart(() => import('./Login.tsx'), 'Login'), '/login']],
}
