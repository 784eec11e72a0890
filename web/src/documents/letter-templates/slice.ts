import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./TemplateList.tsx'), 'TemplateList'), '/contracts/letter-templates'],
    [
      lazyScreen(() => import('./TemplateForm.tsx'), 'TemplateForm'),
      '/contracts/letter-templates/create',
      '/contracts/letter-templates/$id',
      '/contracts/letter-templates/$id/edit',
    ],
  ],
}
