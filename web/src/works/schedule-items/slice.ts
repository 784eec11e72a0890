import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ScheduleScreen.tsx'), 'ScheduleScreen'), '/payments/agreements/$id/schedule'],
    [lazyScreen(() => import('./ScheduleScreen.tsx'), 'ScheduleOfItem'), '/payments/schedule-items/$id'],
  ],
}
