import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./TemplateList.tsx'), 'TemplateList'), '/contracts/letter-templates'],
    [
      screenPart(() => import('./TemplateForm.tsx'), 'TemplateForm'),
      '/contracts/letter-templates/create',
      '/contracts/letter-templates/$id',
      '/contracts/letter-templates/$id/edit',
    ],
  ],
}
