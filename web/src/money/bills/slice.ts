import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./BillList.tsx'), 'BillList'), '/payments/bills'],
    [lazyScreen(() => import('./BillForm.tsx'), 'NewBill'), '/payments/bills/create'],
    [lazyScreen(() => import('./BillPage.tsx'), 'BillPage'), '/payments/bills/$id'],
    [lazyScreen(() => import('./BillForm.tsx'), 'EditBill'), '/payments/bills/$id/edit'],
    [lazyScreen(() => import('./PassBill.tsx'), 'PassBill'), '/payments/bills/$id/memorandum'],
  ],
}
