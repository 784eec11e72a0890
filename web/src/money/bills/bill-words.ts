import type { BillStatus } from '@plinth/api/money/bill-states'
import type { ListedBill } from '@plinth/api/money/bills'
import type { Tone } from '../../ui/shell/StatusBadge.tsx'

export const listPath = '/payments/bills'

/** The address of a bill's page. */
export const billPath = ({ id }: Pick<ListedBill, 'id'>) => `${listPath}/${id}`

/** The address of the form for its memorandum of payment. */
export const memorandumPath = (bill: Pick<ListedBill, 'id'>) => `${billPath(bill)}/memorandum`

/** The name of a bill among bills of other agreements. */
export const billName = ({ name, agreementNumber }: Pick<ListedBill, 'name' | 'agreementNumber'>) =>
  `${name}, ${agreementNumber}`

/** Whether the claim can be changed. */
export const isOpen = ({ status }: Pick<ListedBill, 'status'>) => status === 'DRAFT' || status === 'RETURNED'

export const billTones: Record<BillStatus, Tone> = {
  DRAFT: 'neutral',
  SUBMITTED: 'progress',
  RETURNED: 'warning',
  PASSED: 'good',
  CANCELLED: 'bad',
}
