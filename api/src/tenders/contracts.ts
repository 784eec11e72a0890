import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyIds, anyOf, anyTexts, filterBy, textFilter } from '../kernel/filters.ts'
import { groupBody, grouped, ofGroup } from '../kernel/groups.ts'
import { metadata } from '../kernel/metadata.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'

export const about = 'Tenders, and the contracts that follow from them.'

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

/** The statuses that each category of the dashboard counts. */
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
  /** The department's office that the work is done for. */
  officeId: f.optional(f.id),
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
  contractMetadata: f.optional(metadata),
}

/** The label of each field on the screen. */
export const contractLabels = {
  bidId: 'Bid ID',
  contractName: 'Contract name',
  referenceNo: 'Reference no.',
  officeId: 'Office',
  description: 'Description',
  status: 'Status',
  paperCost: 'Paper cost',
  tenderActualValue: 'Actual value',
  tenderBidValue: 'Bid value',
  tenderBidPercentage: 'Bid percentage',
  contractType: 'Contract type',
  terminationReason: 'Termination reason',
  extensionCoun: 'Extension count',
  openingDate: 'Opening date',
  closingDate: 'Closing date',
  resultDate: 'Result date',
  draftingDate: 'Drafting date',
  submittedPaymentDate: 'Payment submitted on',
  awardedDate: 'Awarded date',
  aggreementDate: 'Agreement date',
  givenStartDate: 'Given start date',
  givenEndDate: 'Given end date',
  actualStartDate: 'Actual start date',
  actualEndDate: 'Actual end date',
  licenseId: 'License ID',
  licenseHolderName: 'License holder',
  licenseNo: 'License no.',
  comments: 'Comments',
  contractMetadata: 'Further details',
} as const satisfies Record<keyof typeof contractFields, string>

/** Short labels for lists, and for the header of their exports, where the full label would be too wide. */
export const contractShortLabels = { tenderBidPercentage: 'Bid %' } as const

/** The office of a contract; null if it has none. */
export const ofOffice = {
  department: z.nullable(z.string()),
  /** The office within its department: designation and name. */
  officeName: z.nullable(z.string()),
}
export const officeColumnLabels = { department: 'Department', officeName: 'Office' } as const

const { bidId, contractName, referenceNo, officeId: _, ...otherLabels } = contractLabels
/** The column headers of lists, exports and the template for bulk uploads. They name the office instead of its id. */
export const contractColumnLabels = { bidId, contractName, referenceNo, ...officeColumnLabels, ...otherLabels } as const

/** Fields of a contract that cannot be edited. */
const found = { ...ofOffice, ...r.authors }

export const contract = z.extend(r.stored({ id: f.id, ...contractFields }), found)
export type Contract = z.infer<typeof contract>

const rules = [
  f.dayOrder('openingDate', 'closingDate'),
  f.dayOrder('givenStartDate', 'givenEndDate'),
  f.dayOrder('actualStartDate', 'actualEndDate'),
] as const

export const contractInput = r
  .createBody(contractFields, { status: 'DRAFT', extensionCoun: 0 }, r.namesOf(found))
  .check(...rules)
export const contractEdit = r.editBody(contractFields, r.namesOf(found)).check(...rules)

/** The figures of the dashboard that are sums over contracts. */
export const contractFigures = [
  'paper_cost_rejected',
  'paper_cost_awarded',
  'paper_cost_pre_project',
  'paper_cost_by_contract_type',
] as const
export type ContractFigure = (typeof contractFigures)[number]

/** The label of each figure on the dashboard and on the list behind it. */
export const contractFigureLabels: Record<ContractFigure, string> = {
  paper_cost_rejected: 'Paper cost, rejected',
  paper_cost_awarded: 'Paper cost, awarded',
  paper_cost_pre_project: 'Paper cost, pre-project',
  paper_cost_by_contract_type: 'Paper cost by contract type',
}

/**
 * The most frequent searches for contracts. A tender closes this week within 7 days from today, or within 14 days,
 * while no bid is submitted. A security is to be lodged when the work is awarded and no deposit but the EMD is
 * recorded.
 */
export const contractQuickFilters = [
  'CLOSING_THIS_WEEK',
  'CLOSING_WITHIN_14_DAYS',
  'CLOSED_WITHOUT_A_BID',
  'AWAITING_RESULT',
  'SECURITY_TO_LODGE',
] as const
export type ContractQuickFilter = (typeof contractQuickFilters)[number]

/** The groupings of contracts. When grouped by a day, each month is a group. */
export const contractGroups = ['status', 'department', 'contractType', 'closingDate'] as const

/** Stands for records without a department. */
export const noDepartment = '-'

/** Filters by office, for contracts and for records that belong to contracts. */
export const officeFilters = {
  /** Departments by their whole names; `-` finds records without one. */
  department: anyTexts(200),
  officeId: anyIds,
}

const contractFilters = {
  /** Words; each may be in any part of bid ID, name, reference no., department, contract type or license holder. */
  search: textFilter,
  quickFilters: everyOf(contractQuickFilters),
  /** Only the contracts that this figure of the dashboard sums up. */
  figure: filterBy(z.enum(contractFigures)),
  /** The entry of a figure that is a list: a contract type, empty for contracts without one. */
  figureKey: f.optional(f.text(100)),
  bidId: textFilter,
  contractName: textFilter,
  referenceNo: textFilter,
  licenseHolderName: textFilter,
  contractType: textFilter,
  status: anyOf(contractStatuses),
  statusCategory: anyOf(statusCategories),
  group: ofGroup(contractGroups),
  ...officeFilters,
}

export const audited = {
  contracts: { record: contract, labels: contractLabels },
}

export const filterContracts = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search contracts',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(contractFilters, contract),
  response: z.extend(page(contract), {
    /** The sum over all contracts found for the requested figure; null if none is requested. */
    figureTotal: z.nullable(f.total),
  }),
})

export const countContracts = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of contracts of a search that meet each quick filter, and the sum of their bids',
  allow: { module: 'Contracts', can: 'canView' },
  body: countBody(contractFilters),
  response: quickCounts(contractQuickFilters),
})

export const listContractGroups = endpoint({
  method: 'POST',
  path: `${base}/groups`,
  summary: 'The groups of the contracts of a search, with the sum of the bids of each',
  allow: { module: 'Contracts', can: 'canView' },
  body: groupBody(contractGroups, countBody(contractFilters).shape),
  response: grouped(['tenderBidValue']),
})

export const exportContracts = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The contracts found by a search as a sheet, with the requested columns',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(contractFilters, contract),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

/** A licence that contracts were entered with before. */
export const usedLicense = z.object({
  licenseId: z.nullable(z.string()),
  licenseHolderName: z.nullable(z.string()),
  licenseNo: z.nullable(z.string()),
})
export type UsedLicense = z.infer<typeof usedLicense>

export const searchUsedLicenses = endpoint({
  method: 'GET',
  path: `${base}/licenses`,
  summary: 'Up to 20 licences of existing contracts whose id, holder or number contains the keyword',
  allow: { module: 'Contracts', can: 'canView' },
  query: z.object({ keyword: textFilter }),
  response: z.array(usedLicense),
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
  summary: 'Create a contract',
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
  summary: 'The status changes of a contract with their authors and times, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})
