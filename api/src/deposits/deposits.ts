import * as z from 'zod/mini'
import { instrumentKinds, instrumentStates } from '../guarantees/instrument-moves.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyIds, anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { groupBody, grouped, ofGroup } from '../kernel/groups.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'
import {
  contractColumnLabels,
  contractStatuses,
  officeColumnLabels,
  officeFilters,
  ofOffice,
} from '../tenders/contracts.ts'
import { depositPurposes, nextSteps, releaseBases, releaseDays, released, releasedLabels } from './deposit-releases.ts'

export const about = 'Security deposits of contracts: EMD, performance guarantees and retention money.'

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
  /** The purpose; if it is left out, the database derives it from the type. */
  purpose: f.optional(z.enum(depositPurposes)),
  instrumentNo: f.requiredText(100),
  /** The instrument that the deposit is given by; the deposit's number and bank follow it. */
  instrumentId: f.optional(f.id),
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
  /** The office that has the deposit, where that is not the contract's office. */
  officeId: f.optional(f.id),
  /** The user who pursues the deposit, where that is not the contract's deposit owner. */
  ownerId: f.optional(f.id),
  /** A basis and days of the deposit's own, in place of those of its release rule. */
  releaseBasis: f.optional(z.enum(releaseBases)),
  releaseDays: f.optional(releaseDays),
  /** The entered due day of a deposit with the basis FIXED. */
  fixedDueOn: f.optional(f.day),
  /** The day on which the department acknowledged the debt in writing; the limitation period starts again there. */
  acknowledgedOn: f.optional(f.day),
  disputedOn: f.optional(f.day),
  /** A next step that a user entered, and its day. It takes precedence over the step that the product derives. */
  ownNextStep: f.optional(f.text(200)),
  ownNextOn: f.optional(f.day),
}

/** The label of each field on the screen and in exports. */
export const depositLabels = {
  depositType: 'Deposit type',
  purpose: 'Purpose',
  instrumentNo: 'Instrument no.',
  instrumentId: 'Instrument',
  amount: 'Amount',
  depositCreatedDate: 'Created on',
  depositSubmitedDate: 'Submitted on',
  bankAccountNo: 'Bank account no.',
  bankName: 'Bank name',
  accountHolderName: 'Account holder',
  bankAddress: 'Bank address',
  status: 'Status',
  comment: 'Comment',
  depositeReturnedDate: 'Returned on',
  depositTransferedOwnAcDate: 'Transferred to own account on',
  officeId: 'Lies with',
  ownerId: 'Owner',
  releaseBasis: 'Waits for',
  releaseDays: 'Days after',
  fixedDueOn: 'Comes back on',
  acknowledgedOn: 'Acknowledged on',
  disputedOn: 'Disputed on',
  ownNextStep: 'To be done',
  ownNextOn: 'To be done on',
} as const satisfies Record<keyof typeof depositFields, string>

/** The settled parts of the amount, in rupees, as the settlements say; the rest is open. */
const settled = { receivedAmount: f.total, lostAmount: f.total, carriedAmount: f.total, openAmount: f.total }

/** The label of each settled part on the screen and in exports. */
export const settledLabels = {
  receivedAmount: 'Received',
  lostAmount: 'Lost',
  carriedAmount: 'Carried over',
  openAmount: 'Still open',
} as const satisfies Record<keyof typeof settled, string>

export const deposit = z.extend(r.stored({ id: f.id, contractId: f.id, ...depositFields, ...settled }), r.authors)
export type Deposit = z.infer<typeof deposit>

const rules = [
  f.dayOrder('depositSubmitedDate', 'depositeReturnedDate'),
  z.refine<{ ownNextStep?: string | null | undefined; ownNextOn?: string | null | undefined }>(
    ({ ownNextStep, ownNextOn }) => !ownNextOn || ownNextStep === undefined || Boolean(ownNextStep),
    { error: 'is required with its day', path: ['ownNextStep'] },
  ),
] as const
const serverSet = ['contractId', ...r.namesOf(settled), ...r.namesOf(r.authors)] as const
const writtenFields = { ...depositFields, ...f.repeatConfirmation }
export const depositInput = r.createBody(writtenFields, { status: 'SUBMITTED' }, [...serverSet]).check(...rules)
export const depositEdit = r.editBody(writtenFields, [...serverSet]).check(...rules)

const contractParams = z.object({ contractId: f.id })
const depositParams = z.object({ contractId: f.id, depositId: f.id })

/** The filters that the deposits of one contract and those of all contracts share. */
const ownFilters = {
  depositType: textFilter,
  instrumentNo: textFilter,
  bankName: textFilter,
  bankAccountNo: textFilter,
  accountHolderName: textFilter,
  status: anyOf(depositStatuses),
}

export const audited = {
  security_deposits: { record: deposit, labels: depositLabels },
}

export const listDeposits = endpoint({
  method: 'GET',
  path: base,
  summary: 'The deposits of a contract, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: contractParams,
  query: z.strictObject(ownFilters),
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
  summary: 'Create a deposit of a contract',
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

export const listDepositStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:depositId/status-history`,
  summary: 'The status changes of a deposit with their authors and times, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: depositParams,
  response: z.array(statusChange),
})

/** The dashboard figures that are computed from deposits. */
export const depositFigures = [
  'total_security_deposit',
  'total_refunded',
  'refund_initiated',
  'pending_refund',
  'average_refund_days',
  'refunded_completed_project',
  'pre_project_deposit',
  'unawarded_projects_deposit',
  'terminated_projects_deposit',
  'dispute_projects_deposit',
  'deposit_by_type',
  'total_open',
  'total_lost',
] as const
export type DepositFigure = (typeof depositFigures)[number]

/** The label of each figure on the dashboard and on the list behind it. */
export const depositFigureLabels: Record<DepositFigure, string> = {
  total_security_deposit: 'Total security deposit',
  total_refunded: 'Total refunded',
  refund_initiated: 'Refund initiated',
  pending_refund: 'Pending refund',
  average_refund_days: 'Average refund days',
  refunded_completed_project: 'Refunded, completed projects',
  pre_project_deposit: 'Deposits, pre-project',
  unawarded_projects_deposit: 'Deposits, unawarded projects',
  terminated_projects_deposit: 'Deposits, terminated projects',
  dispute_projects_deposit: 'Deposits, projects in dispute',
  deposit_by_type: 'Deposits by type',
  total_open: 'Open deposits',
  total_lost: 'Lost deposits',
}

/** A deposit with its contract, office, instrument and release, as the register of all deposits shows it. */
export const registeredDeposit = z.extend(deposit, {
  bidId: z.nullable(z.string()),
  contractName: z.string(),
  contractStatus: z.enum(contractStatuses),
  ...ofOffice,
  /** The kind and state of the deposit's instrument, and the day on which it expires. */
  instrumentKind: z.nullable(z.enum(instrumentKinds)),
  instrumentState: z.nullable(z.enum(instrumentStates)),
  instrumentEndsOn: z.nullable(f.day),
  ...released,
})
export type RegisteredDeposit = z.infer<typeof registeredDeposit>

export const registeredDepositLabels = {
  bidId: contractColumnLabels.bidId,
  contractName: contractColumnLabels.contractName,
  contractStatus: 'Contract status',
  ...officeColumnLabels,
  ...depositLabels,
  ...settledLabels,
  instrumentKind: 'Instrument kind',
  instrumentState: 'Instrument state',
  instrumentEndsOn: 'Instrument runs out on',
  ...releasedLabels,
} as const

/**
 * The quick filters of deposits. A held deposit was paid, is not back and is not forfeited. It is IN_DISPUTE if its contract is;
 * else ASKED_FOR if its refund or release was requested; else DUE_BACK if its contract is completed, closed, terminated,
 * rejected or cancelled; else RUNNING. DUE_BACK counts from the contract's result or actual end, or from the day of the
 * contract's status if that day is not entered; ASKED_FOR counts from the day of the deposit's status. WITHOUT_INSTRUMENT are
 * held deposits that have no instrument. OVERDUE are open deposits past the due day of their release rule or of their own.
 */
export const depositQuickFilters = [
  'HELD',
  'RUNNING',
  'DUE_BACK',
  'ASKED_FOR',
  'IN_DISPUTE',
  'TO_CHASE',
  'DUE_BACK_UP_TO_30_DAYS',
  'DUE_BACK_31_TO_90_DAYS',
  'DUE_BACK_OVER_90_DAYS',
  'ASKED_FOR_OVER_30_DAYS_AGO',
  'FORFEITED',
  'RETURNED_WITHOUT_A_DAY',
  'WITHOUT_INSTRUMENT',
  'OVERDUE',
] as const
export type DepositQuickFilter = (typeof depositQuickFilters)[number]

/** The fields that the deposits of all contracts can be grouped by. A day groups by month. */
export const depositGroups = [
  'status',
  'department',
  'depositType',
  'contractStatus',
  'depositSubmitedDate',
  'depositeReturnedDate',
  'instrumentKind',
] as const

const registerFilters = {
  /** Each word must occur in the contract's bid ID, name or department, or in type, instrument, bank or account holder. */
  search: textFilter,
  quickFilters: everyOf(depositQuickFilters),
  /** Only the deposits that this dashboard figure adds up. */
  figure: filterBy(z.enum(depositFigures)),
  /** The entry of a figure that is a list: a deposit type. */
  figureKey: f.optional(f.text(100)),
  bidId: textFilter,
  contractName: textFilter,
  contractStatus: anyOf(contractStatuses),
  ...officeFilters,
  ...ownFilters,
  instrumentKind: anyOf(instrumentKinds),
  purpose: anyOf(depositPurposes),
  /** Deposits of these owners, whether the deposit names them or its contract does. */
  ownerId: anyIds,
  nextStep: anyOf(nextSteps),
  /** Open deposits that are due before this day. */
  dueBefore: filterBy(f.day),
  /** Open deposits whose next step is on or before this day. */
  nextBy: filterBy(f.day),
  group: ofGroup(depositGroups),
}

export const filterDeposits = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/filter',
  summary: 'Search the deposits of all contracts',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(registerFilters, registeredDeposit),
  response: z.extend(page(registeredDeposit), {
    /** The total of all deposits found, in rupees; for the figure of average refund days, that average. */
    total: z.nullable(f.total),
  }),
})

export const countDeposits = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/counts',
  summary: 'The number and sum of the deposits of a search that meet each quick filter',
  allow: { module: 'Contracts', can: 'canView' },
  body: countBody(registerFilters),
  response: quickCounts(depositQuickFilters),
})

export const listDepositGroups = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/groups',
  summary: 'The groups of the deposits of a search, with the sum of each and the part of it that is held',
  allow: { module: 'Contracts', can: 'canView' },
  body: groupBody(depositGroups, countBody(registerFilters).shape),
  response: grouped(['amount', 'held']),
})

export const exportDeposits = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/export',
  summary: 'The deposits found by a search as a sheet, with the requested columns',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(registerFilters, registeredDeposit),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const listDepositTypes = endpoint({
  method: 'GET',
  path: '/project/api/security-deposits/types',
  summary: 'The kinds of recorded deposits as they were typed, the most used first; at most 20',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(z.string()),
})
