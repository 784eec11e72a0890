import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./TaskSearch.tsx'), 'ProjectTasks'), '/project-tasks/list'],
    [lazyScreen(() => import('./TaskSearch.tsx'), 'InventoryTasks'), '/inventories/$'],
    [
      lazyScreen(() => import('./TaskForm.tsx'), 'TaskForm'),
      '/project-tasks/create',
      '/project-tasks/$id',
      '/project-tasks/$id/edit',
    ],
  ],
  redirects: { '/project-tasks': '/project-tasks/list' },
}
