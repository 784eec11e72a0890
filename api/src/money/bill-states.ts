/** A DRAFT was never submitted. The department has seen SUBMITTED and RETURNED bills. */
export const billStatuses = ['DRAFT', 'SUBMITTED', 'RETURNED', 'PASSED', 'CANCELLED'] as const
export type BillStatus = (typeof billStatuses)[number]

/**
 * The statuses that a bill may change to from each status. A draft is deleted, not cancelled, and its number is free
 * again. Only the call that takes a memorandum back leads from PASSED to SUBMITTED.
 */
export const billMoves: Readonly<Record<BillStatus, readonly BillStatus[]>> = {
  DRAFT: ['SUBMITTED'],
  SUBMITTED: ['RETURNED', 'PASSED'],
  RETURNED: ['SUBMITTED', 'CANCELLED'],
  PASSED: [],
  CANCELLED: [],
}

export const billKinds = ['RUNNING', 'FINAL'] as const

/** Why an agreement can no longer be billed: it is closed, or its final bill was submitted. */
export const billingEnds = ['CLOSED', 'FINAL'] as const
