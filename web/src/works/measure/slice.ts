import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./SheetList.tsx'), 'SheetList'), '/measure'],
    [lazyScreen(() => import('./SheetForm.tsx'), 'NewSheet'), '/measure/new'],
    [lazyScreen(() => import('./SheetPage.tsx'), 'SheetPage'), '/measure/sheets/$id'],
    [lazyScreen(() => import('./SheetForm.tsx'), 'EditSheet'), '/measure/sheets/$id/edit'],
  ],
}
