import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [[screenPart(() => import('./Notifications.tsx'), 'Notifications'), '/notification']],
}
