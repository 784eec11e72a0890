import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./MyDay.tsx'), 'MyDay'), '/general-tasks'],
    [screenPart(() => import('./GeneralTaskList.tsx'), 'GeneralTaskList'), '/general-tasks/list'],
    [
      screenPart(() => import('./GeneralTaskForm.tsx'), 'GeneralTaskForm'),
      '/general-tasks/create',
      '/general-tasks/$id',
      '/general-tasks/$id/edit',
    ],
  ],
}
