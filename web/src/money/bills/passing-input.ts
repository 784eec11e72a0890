import type { BillInput } from '@plinth/api/money/bill-engine/bill'
import { billInputOf, inputOfRows } from '@plinth/api/money/bill-input'
import type { BillItem } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'

/** A bill that is passed, as its person sees it. */
export interface Opened {
  bill: Bill
  items: readonly BillItem[]
  input: BillInput
}

/** What the bill was submitted with, as far as the engine passes it by it. */
export const passingInput = (bill: Bill, items: readonly BillItem[]): BillInput | null =>
  bill.terms &&
  (bill.workSource === 'ITEMS' ? inputOfRows(bill, bill.terms, items) : billInputOf(bill, bill.terms, bill.previous))
