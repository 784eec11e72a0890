import type { BillInput } from '@plinth/api/money/bill-engine/bill'
import { billInputOf, inputOfRows } from '@plinth/api/money/bill-input'
import type { BillItem } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'

/** A submitted bill as the user sees it while entering its memorandum. */
export interface OpenedBill {
  bill: Bill
  items: readonly BillItem[]
  input: BillInput
}

/** The engine input of a submitted bill, for passing it; null without terms. */
export const passingInput = (bill: Bill, items: readonly BillItem[]): BillInput | null =>
  bill.terms &&
  (bill.workSource === 'ITEMS' ? inputOfRows(bill, bill.terms, items) : billInputOf(bill, bill.terms, bill.previous))
