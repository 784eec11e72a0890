import type { Bill } from '@plinth/api/money/bills'

export type BillStep =
  | 'COMPLETE_TERMS'
  | 'MEND_ITEMS'
  | 'CONFIRM_RULE'
  | 'WAIT'
  | 'SUBMIT'
  | 'ENTER_MEMORANDUM'
  | 'NEXT_BILL'

interface Case extends Pick<Bill, 'status' | 'billingEnd'> {
  faults: readonly unknown[]
  workFaults: readonly unknown[]
  sources: readonly { rules: readonly { waits: boolean }[] }[]
  previousBill: { isProvisional: boolean } | null
}

/** The next step of a bill; undefined if nothing more is billed. Steps that are required before submitting come first. */
export function nextOfBill({
  status,
  billingEnd,
  faults,
  workFaults,
  sources,
  previousBill,
}: Case): BillStep | undefined {
  if (billingEnd && status !== 'SUBMITTED') return undefined
  switch (status) {
    case 'DRAFT':
    case 'RETURNED':
      if (faults.length > 0) return 'COMPLETE_TERMS'
      if (workFaults.length > 0) return 'MEND_ITEMS'
      if (sources.some(({ rules }) => rules.some(({ waits }) => waits))) return 'CONFIRM_RULE'
      return previousBill?.isProvisional ? 'WAIT' : 'SUBMIT'
    case 'SUBMITTED':
      return 'ENTER_MEMORANDUM'
    case 'PASSED':
    case 'CANCELLED':
      return 'NEXT_BILL'
  }
}
