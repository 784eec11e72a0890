import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ScheduleScreen.tsx'), 'ScheduleScreen'), '/payments/agreements/$id/schedule'],
    [screenPart(() => import('./ScheduleScreen.tsx'), 'ScheduleOfItem'), '/payments/schedule-items/$id'],
  ],
}
