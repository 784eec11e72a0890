import type { Slice } from '../../app/slice.ts'
import { lazyScript } from '../../lib/lazy-script.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [[lazyScreen(() => import('./Notifications.tsx'), 'Notifications'), '/notification']],
  bell: lazyScript(() => import('./UnreadCount.tsx')),
}
