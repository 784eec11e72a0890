import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./SheetList.tsx'), 'SheetList'), '/measure'],
    [screenPart(() => import('./SheetForm.tsx'), 'NewSheet'), '/measure/new'],
    [screenPart(() => import('./SheetPage.tsx'), 'SheetPage'), '/measure/sheets/$id'],
    [screenPart(() => import('./SheetForm.tsx'), 'EditSheet'), '/measure/sheets/$id/edit'],
  ],
}
