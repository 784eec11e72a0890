import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./MyDay.tsx'), 'MyDay'), '/general-tasks'],
    [lazyScreen(() => import('./GeneralTaskList.tsx'), 'GeneralTaskList'), '/general-tasks/list'],
    [
      lazyScreen(() => import('./GeneralTaskForm.tsx'), 'GeneralTaskForm'),
      '/general-tasks/create',
      '/general-tasks/$id',
      '/general-tasks/$id/edit',
    ],
  ],
}
