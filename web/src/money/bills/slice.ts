import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./BillList.tsx'), 'BillList'), '/payments/bills'],
    [screenPart(() => import('./BillForm.tsx'), 'NewBill'), '/payments/bills/create'],
    [screenPart(() => import('./BillPage.tsx'), 'BillPage'), '/payments/bills/$id'],
    [screenPart(() => import('./BillForm.tsx'), 'EditBill'), '/payments/bills/$id/edit'],
    [screenPart(() => import('./PassBill.tsx'), 'PassBill'), '/payments/bills/$id/memorandum'],
  ],
}
