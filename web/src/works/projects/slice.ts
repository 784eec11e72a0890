import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ProjectList.tsx'), 'ProjectList'), '/projects', '/projects/list'],
    [
      lazyScreen(() => import('./ProjectForm.tsx'), 'ProjectForm'),
      '/projects/create',
      '/projects/$id',
      '/projects/$id/edit',
    ],
  ],
}
