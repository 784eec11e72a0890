import { decimal, subtract, textOf } from '@plinth/api/kernel/decimal'
import { type Bill, type BillHead, type BillLine, billHeads, type Figure } from '@plinth/api/money/bill-engine/bill'
import { invoiceHeads, signed } from '@plinth/api/money/bill-engine/heads'

/** The figures of a bill, in rupees as decimal text. */
export type Figures = Pick<Bill, 'work' | 'variation' | 'lines' | 'invoice' | 'net'>

/** A line of the memorandum, claimed and passed; undefined where one of them lacks it. */
export interface HeadRow {
  head: BillHead
  isDeducted: boolean
  claimed: BillLine | undefined
  passed: BillLine | undefined
}

/** Whether the head is deducted from the bill. */
export const isDeducted = (head: BillHead): boolean => signed(head, decimal('1')).units < 0n

const onInvoice = new Set<BillHead>(invoiceHeads)

/** The lines of both in the order of the memorandum: those of the invoice, and the rest. */
export function headRows(claimed: Figures, passed?: Figures | null): { invoice: HeadRow[]; rest: HeadRow[] } {
  const lineIn = (figures: Figures | null | undefined, head: BillHead) =>
    figures?.lines.find((line) => line.head === head)
  const rows = billHeads
    .map((head) => ({
      head,
      isDeducted: isDeducted(head),
      claimed: lineIn(claimed, head),
      passed: lineIn(passed, head),
    }))
    .filter((row) => row.claimed || row.passed)
  return {
    invoice: rows.filter(({ head }) => onInvoice.has(head)),
    rest: rows.filter(({ head }) => !onInvoice.has(head)),
  }
}

/** The shortfall of passed against claimed since the last bill, in rupees as decimal text; for deductions the excess. */
export function shortOf(claimed: Figure | undefined, passed: Figure | undefined, isOff = false): string {
  const [one, other] = [decimal(claimed?.since ?? '0.00'), decimal(passed?.since ?? '0.00')]
  return textOf(isOff ? subtract(other, one) : subtract(one, other))
}

/** Whether any of its amounts is not zero. */
export const isFilled = ({ upto, previous }: Figure): boolean =>
  [upto, previous].some((amount) => decimal(amount).units !== 0n)
