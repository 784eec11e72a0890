import type { BillStatus } from '@plinth/api/money/bill-states'
import type { ListedBill } from '@plinth/api/money/bills'
import type { Tone } from '../../ui/shell/StatusBadge.tsx'

export const listPath = '/payments/bills'

/** The page of a bill. */
export const billPath = ({ id }: Pick<ListedBill, 'id'>) => `${listPath}/${id}`

/** Where its memorandum of payment is entered. */
export const memorandumPath = (bill: Pick<ListedBill, 'id'>) => `${billPath(bill)}/memorandum`

/** The name of a bill beside bills of other agreements. */
export const billName = ({ name, agreementNumber }: Pick<ListedBill, 'name' | 'agreementNumber'>) =>
  `${name}, ${agreementNumber}`

/** Whether what is claimed can be changed. */
export const isOpen = ({ status }: Pick<ListedBill, 'status'>) => status === 'DRAFT' || status === 'RETURNED'

export const billTones: Record<BillStatus, Tone> = {
  DRAFT: 'neutral',
  SUBMITTED: 'progress',
  RETURNED: 'warning',
  PASSED: 'good',
  CANCELLED: 'bad',
}
