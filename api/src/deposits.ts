import * as z from 'zod/mini'
import { contract, contractStatuses } from './contracts.ts'
import { endpoint } from './kernel/endpoint.ts'
import * as f from './kernel/fields.ts'
import { filterBody, page } from './kernel/paging.ts'
import * as r from './kernel/record.ts'

const base = '/project/api/contracts/:contractId/security-deposit'

/** The form offers the first three before the rest. */
export const depositStatuses = [
  'SUBMITTED',
  'RETURNED',
  'PENDING',
  'DRAFT',
  'PENDING_RELEASE',
  'RELEASED',
  'PENDING_REFUND',
  'REFUNDED',
  'FORFEITED',
  'REJECTED',
  'CANCELLED',
] as const
export type DepositStatus = (typeof depositStatuses)[number]

export const depositFields = {
  depositType: f.requiredText(100),
  instrumentNo: f.requiredText(100),
  amount: f.positiveMoney,
  depositCreatedDate: f.optional(f.day),
  /** (sic) submitted date */
  depositSubmitedDate: f.optional(f.day),
  bankAccountNo: f.optional(f.text(40)),
  bankName: f.optional(f.text(200)),
  accountHolderName: f.optional(f.text(200)),
  bankAddress: f.optional(f.text(500)),
  status: z.enum(depositStatuses),
  comment: f.optional(f.text(2000)),
  /** (sic) returned date */
  depositeReturnedDate: f.optional(f.day),
  /** (sic) day the money reached the company's own account */
  depositTransferedOwnAcDate: f.optional(f.day),
}

export const deposit = r.stored({ id: f.id, contractId: f.id, ...depositFields })
export type Deposit = z.infer<typeof deposit>

const rules = f.dayOrder('depositSubmitedDate', 'depositeReturnedDate')
export const depositInput = r.createBody(depositFields, { status: 'SUBMITTED' }, ['contractId']).check(rules)
export const depositEdit = r.editBody(depositFields, ['contractId']).check(rules)

const contractParams = z.object({ contractId: f.id })
const depositParams = z.object({ contractId: f.id, depositId: f.id })

export const listDeposits = endpoint({
  method: 'GET',
  path: base,
  summary: 'The deposits of a contract, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: contractParams,
  response: z.array(deposit),
})

export const getDeposit = endpoint({
  method: 'GET',
  path: `${base}/:depositId`,
  summary: 'One deposit of a contract',
  allow: { module: 'Contracts', can: 'canView' },
  params: depositParams,
  response: deposit,
})

export const createDeposit = endpoint({
  method: 'POST',
  path: base,
  summary: 'Record a deposit of a contract',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  params: contractParams,
  body: depositInput,
  response: deposit,
})

export const updateDeposit = endpoint({
  method: 'PUT',
  path: `${base}/:depositId`,
  summary: 'Change a deposit',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: depositParams,
  body: depositEdit,
  response: deposit,
})

export const deleteDeposit = endpoint({
  method: 'DELETE',
  path: `${base}/:depositId`,
  summary: 'Delete a deposit',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: depositParams,
})

/**
 * A contract beside what is locked up in it: how many live deposits it has and what they add up to in rupees. Live
 * is every status but DRAFT, REJECTED and CANCELLED.
 */
export const contractDeposit = z.extend(contract, {
  totalDeposit: z.int(),
  totalAmount: z.number(),
  isProjectCreated: z.boolean(),
})
export type ContractDeposit = z.infer<typeof contractDeposit>

export const searchContractDeposits = endpoint({
  method: 'POST',
  path: '/project/api/contracts-deposit/search',
  summary: 'Search contracts by their own fields and by those of their deposits',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(
    {
      bidId: f.textFilter,
      contractName: f.textFilter,
      referenceNo: f.textFilter,
      description: f.textFilter,
      statuses: f.anyOf(contractStatuses),
      contractType: f.textFilter,
      licenseHolderName: f.textFilter,
      depositType: f.textFilter,
      accountHolderName: f.textFilter,
      bankAccountNo: f.textFilter,
      depositStatuses: f.anyOf(depositStatuses),
    },
    contractDeposit,
  ),
  response: page(contractDeposit),
})
