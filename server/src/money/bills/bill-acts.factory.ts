import type { BillStatus } from '@plinth/api/money/bill-states'
import {
  cancelBill,
  deleteBill,
  filterBills,
  type ListedBill,
  returnBill,
  submitBill,
  takeBackMemorandum,
} from '@plinth/api/money/bills'
import type { Client } from '../../testing/test-server.ts'
import { submitting } from './bills.factory.ts'

/** Acts whose call needs only the bill, and the states in which they fit. */
export const plainTargets = {
  submit: ['RETURNED', 'DRAFT'],
  return: ['SUBMITTED'],
  cancel: ['RETURNED'],
  'take back': ['PASSED'],
  delete: ['DRAFT'],
} as const satisfies Record<string, readonly BillStatus[]>

/** A bill in one of these states to do an act on: the last one if PASSED is among them, otherwise the first; undefined if there is none. */
export async function billIn(
  by: Client,
  agreementId: string,
  status: readonly BillStatus[],
): Promise<ListedBill | undefined> {
  const { content } = await by.ok(filterBills, { body: { agreementId, status: [...status] } })
  return content.toSorted((one, other) => one.number - other.number).at(status.includes('PASSED') ? -1 : 0)
}

const calls: Record<keyof typeof plainTargets, (by: Client, id: string) => Promise<{ status: number }>> = {
  submit: async (by, id) => by.sendCall(submitBill, await submitting(by, id)),
  return: (by, id) => by.sendCall(returnBill, { params: { id }, body: { returnReason: 'Again' } }),
  cancel: (by, id) => by.sendCall(cancelBill, { params: { id }, body: { cancelReason: 'Given up' } }),
  'take back': (by, id) => by.sendCall(takeBackMemorandum, { params: { id }, body: { takenBackReason: 'Mistyped' } }),
  delete: (by, id) => by.sendCall(deleteBill, { params: { id } }),
}

/** Does such an act and returns the status of its response. */
export const doPlainAct = async (by: Client, act: keyof typeof plainTargets, id: string): Promise<number> =>
  (await calls[act](by, id)).status
