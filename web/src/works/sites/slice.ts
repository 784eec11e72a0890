import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./SiteList.tsx'), 'SiteList'), '/projects/sites'],
    [
      lazyScreen(() => import('./SiteForm.tsx'), 'SiteForm'),
      '/projects/sites/create',
      '/projects/sites/$id',
      '/projects/sites/$id/edit',
    ],
  ],
}
