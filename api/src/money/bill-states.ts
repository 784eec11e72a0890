/** A draft is not sent yet; SUBMITTED and RETURNED are with the department, which has seen the bill. */
export const billStatuses = ['DRAFT', 'SUBMITTED', 'RETURNED', 'PASSED', 'CANCELLED'] as const
export type BillStatus = (typeof billStatuses)[number]

/**
 * The states that a bill may go on to from each. A draft is deleted, not cancelled: its number is free again. Taking a memorandum back leads from
 * PASSED to SUBMITTED, by its own call alone.
 */
export const billMoves: Readonly<Record<BillStatus, readonly BillStatus[]>> = {
  DRAFT: ['SUBMITTED'],
  SUBMITTED: ['RETURNED', 'PASSED'],
  RETURNED: ['SUBMITTED', 'CANCELLED'],
  PASSED: [],
  CANCELLED: [],
}

export const billKinds = ['RUNNING', 'FINAL'] as const

/** Why nothing more is billed under an agreement: it is closed, or its final bill was submitted. */
export const billingEnds = ['CLOSED', 'FINAL'] as const
