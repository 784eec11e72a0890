import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./TaskSearch.tsx'), 'ProjectTasks'), '/project-tasks/list'],
    [screenPart(() => import('./TaskSearch.tsx'), 'InventoryTasks'), '/inventories/$'],
    [
      screenPart(() => import('./TaskForm.tsx'), 'TaskForm'),
      '/project-tasks/create',
      '/project-tasks/$id',
      '/project-tasks/$id/edit',
    ],
  ],
  redirects: { '/project-tasks': '/project-tasks/list' },
}
