import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ProjectList.tsx'), 'ProjectList'), '/projects', '/projects/list'],
    [
      screenPart(() => import('./ProjectForm.tsx'), 'ProjectForm'),
      '/projects/create',
      '/projects/$id',
      '/projects/$id/edit',
    ],
  ],
}
