import * as z from 'zod/mini'
import { endpoint } from './kernel/endpoint.ts'
import * as f from './kernel/fields.ts'
import { filterBody, page } from './kernel/paging.ts'
import * as r from './kernel/record.ts'

const base = '/project/api/contracts'

export const contractStatuses = [
  'DRAFT',
  'SUBMITTED',
  'AWARDED',
  'ACCEPTED',
  'REJECTED',
  'CANCELLED',
  'WORK_ORDER_ISSUED',
  'MOBILIZED',
  'WORK_IN_PROGRESS',
  'ON_HOLD',
  'RESUMED',
  'COMPLETED',
  'SUBMITTED_FOR_APPROVAL',
  'APPROVED',
  'PAYMENT_PENDING',
  'PAYMENT_RECEIVED',
  'CLOSED',
  'TERMINATED',
  'DISPUTE',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const statusCategories = ['Active', 'Closed', 'Pre-Project', 'Dispute', 'Others'] as const
export type StatusCategory = (typeof statusCategories)[number]

/** Which category of the dashboard a contract's status counts in. */
export const statusesOfCategory: Record<StatusCategory, readonly ContractStatus[]> = {
  'Pre-Project': ['DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED', 'WORK_ORDER_ISSUED'],
  Active: [
    'MOBILIZED',
    'WORK_IN_PROGRESS',
    'ON_HOLD',
    'RESUMED',
    'COMPLETED',
    'SUBMITTED_FOR_APPROVAL',
    'APPROVED',
    'PAYMENT_PENDING',
    'PAYMENT_RECEIVED',
  ],
  Closed: ['CLOSED', 'TERMINATED'],
  Dispute: ['DISPUTE'],
  Others: ['REJECTED', 'CANCELLED'],
}

export const contractFields = {
  bidId: f.optional(f.text(100)),
  contractName: f.requiredText(300),
  referenceNo: f.optional(f.text(100)),
  description: f.optional(f.text(4000)),
  status: z.enum(contractStatuses),
  paperCost: f.optional(f.money),
  tenderActualValue: f.optional(f.money),
  tenderBidValue: f.optional(f.money),
  tenderBidPercentage: f.optional(f.signedPercentage),
  contractType: f.optional(f.text(100)),
  terminationReason: f.optional(f.text(2000)),
  /** (sic) extension count */
  extensionCoun: f.count,
  openingDate: f.optional(f.day),
  closingDate: f.optional(f.day),
  resultDate: f.optional(f.day),
  draftingDate: f.optional(f.day),
  submittedPaymentDate: f.optional(f.day),
  awardedDate: f.optional(f.day),
  /** (sic) agreement date */
  aggreementDate: f.optional(f.day),
  givenStartDate: f.optional(f.day),
  givenEndDate: f.optional(f.day),
  actualStartDate: f.optional(f.day),
  actualEndDate: f.optional(f.day),
  licenseId: f.optional(f.text(100)),
  licenseHolderName: f.optional(f.text(200)),
  licenseNo: f.optional(f.text(100)),
  comments: f.optional(f.text(4000)),
  contractMetadata: f.optional(f.metadata),
}

export const contract = r.stored({ id: f.id, ...contractFields })
export type Contract = z.infer<typeof contract>

const rules = [
  f.dayOrder('openingDate', 'closingDate'),
  f.dayOrder('givenStartDate', 'givenEndDate'),
  f.dayOrder('actualStartDate', 'actualEndDate'),
] as const

export const contractInput = r.createBody(contractFields, { status: 'DRAFT', extensionCoun: 0 }).check(...rules)
export const contractEdit = r.editBody(contractFields).check(...rules)

const contractFilters = {
  bidId: f.textFilter,
  contractName: f.textFilter,
  referenceNo: f.textFilter,
  licenseHolderName: f.textFilter,
  contractType: f.textFilter,
  status: f.anyOf(contractStatuses),
  statusCategory: f.anyOf(statusCategories),
}

export const filterContracts = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search contracts',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(contractFilters, contract),
  response: page(contract),
})

export const getContract = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One contract',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: contract,
})

export const createContract = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter a contract',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: contractInput,
  response: contract,
})

export const updateContract = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a contract',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: contractEdit,
  response: contract,
})

export const deleteContract = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a contract that has no deposits and no project',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})

export const listContractStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'Every status a contract has had: who changed it and when, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(r.statusChange),
})
