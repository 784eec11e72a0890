import { isBack } from '@plinth/api/deposits/deposit-standing'
import type { Deposit } from '@plinth/api/deposits/deposits'

/** The settled amounts that follow from the status. */
function settledAmounts({ amount = 1000, status = 'SUBMITTED' }: Partial<Deposit>) {
  const receivedAmount = isBack({ status }) ? amount : 0
  const lostAmount = status === 'FORFEITED' ? amount : 0
  return { receivedAmount, lostAmount, carriedAmount: 0, openAmount: amount - receivedAmount - lostAmount }
}

const moment = '2026-10-01T05:00:00Z'

/** A held deposit for tests of texts. */
export const aDeposit = (overrides: Partial<Deposit> = {}): Deposit => ({
  id: 'd1',
  contractId: 'c1',
  depositType: 'EMD',
  purpose: 'EMD',
  instrumentNo: 'DD 1',
  instrumentId: null,
  amount: 1000,
  depositCreatedDate: null,
  depositSubmitedDate: null,
  bankAccountNo: null,
  bankName: null,
  accountHolderName: null,
  bankAddress: null,
  status: 'SUBMITTED',
  comment: null,
  ...settledAmounts(overrides),
  depositeReturnedDate: null,
  depositTransferedOwnAcDate: null,
  officeId: null,
  ownerId: null,
  releaseBasis: null,
  releaseDays: null,
  fixedDueOn: null,
  acknowledgedOn: null,
  disputedOn: null,
  ownNextStep: null,
  ownNextOn: null,
  createdAt: moment,
  updatedAt: moment,
  createdBy: null,
  createdByName: null,
  updatedBy: null,
  updatedByName: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
  ...overrides,
})
