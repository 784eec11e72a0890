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
  /** What it is for; nothing said, what its type tells. */
  purpose: f.optional(z.enum(depositPurposes)),
  instrumentNo: f.requiredText(100),
  /** The paper of the register that it is given by, which its number and bank follow. */
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
  /** The office that it lies with, where that is not its contract's. */
  officeId: f.optional(f.id),
  /** Who is after it, where that is not who is after its contract's. */
  ownerId: f.optional(f.id),
  /** What it waits for and so many days after that, where they are not its rule's. */
  releaseBasis: f.optional(z.enum(releaseBases)),
  releaseDays: f.optional(releaseDays),
  /** The day that is entered, for what waits for no other. */
  fixedDueOn: f.optional(f.day),
  /** When the department wrote that it owes it: the time to sue begins anew. */
  acknowledgedOn: f.optional(f.day),
  disputedOn: f.optional(f.day),
  /** What somebody wrote down to be done next, and when: it goes before what the product would say. */
  ownNextStep: f.optional(f.text(200)),
  ownNextOn: f.optional(f.day),
}

/** What each field is called on the screen and in exports. */
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

/** What became of the amount, in rupees, as its settlements say; what is left of it is open. */
const settled = { receivedAmount: f.total, lostAmount: f.total, carriedAmount: f.total, openAmount: f.total }

/** What each of these is called on the screen and in exports. */
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

/** What deposits are filtered by, whether of one contract or of all. */
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

export const listDepositStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:depositId/status-history`,
  summary: 'Every status a deposit has had: who changed it and when, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: depositParams,
  response: z.array(statusChange),
})

/** The figures of the dashboard that are made of deposits. */
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

/** What each figure is called on the dashboard and on the list that adds up to it. */
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

/** A deposit beside what it is locked up in, as the register of all deposits shows it. */
export const registeredDeposit = z.extend(deposit, {
  bidId: z.nullable(z.string()),
  contractName: z.string(),
  contractStatus: z.enum(contractStatuses),
  ...ofOffice,
  /** Of its instrument: what it is, how it stands, and the day on which it runs out. */
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
 * What deposits are mostly looked for by. What is held (paid, not back and not forfeited) is in dispute where its contract is;
 * else it is asked for once a refund or release is; else due back where the contract is completed, closed, terminated,
 * rejected or cancelled; else it is running. It is due back since the contract's result or its actual end, or since the
 * contract has its status where that day is not entered; asked for, since it has its own. Without instrument is what is held
 * and stands in no register of instruments. Overdue is what is open after the day on which its rule, or itself, says it is due.
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

/** What the deposits of all contracts are grouped by; by a day, each month of it is a group. */
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
  /** Words, each of them in any part of the contract's bid ID, name or department, or of type, instrument, bank or account holder. */
  search: textFilter,
  quickFilters: everyOf(depositQuickFilters),
  /** Just the deposits that this figure of the dashboard adds up. */
  figure: filterBy(z.enum(depositFigures)),
  /** Which entry of a figure that is a list: a deposit type. */
  figureKey: f.optional(f.text(100)),
  bidId: textFilter,
  contractName: textFilter,
  contractStatus: anyOf(contractStatuses),
  ...officeFilters,
  ...ownFilters,
  instrumentKind: anyOf(instrumentKinds),
  purpose: anyOf(depositPurposes),
  /** Of these people, whether the deposit names them or its contract does. */
  ownerId: anyIds,
  nextStep: anyOf(nextSteps),
  /** What is open and due before this day. */
  dueBefore: filterBy(f.day),
  /** What is open and to be acted on by this day. */
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
    /** What every deposit found adds up to in rupees; for the average of refund days that average. */
    total: z.nullable(f.total),
  }),
})

export const countDeposits = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/counts',
  summary: 'How many deposits of a search each quick filter leaves, and what they come to',
  allow: { module: 'Contracts', can: 'canView' },
  body: countBody(registerFilters),
  response: quickCounts(depositQuickFilters),
})

export const listDepositGroups = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/groups',
  summary: 'The groups that the deposits of a search fall into, what each comes to and what of that is held',
  allow: { module: 'Contracts', can: 'canView' },
  body: groupBody(depositGroups, countBody(registerFilters).shape),
  response: grouped(['amount', 'held']),
})

export const exportDeposits = endpoint({
  method: 'POST',
  path: '/project/api/security-deposits/export',
  summary: 'The deposits of a search as a sheet, in the columns asked for',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(registerFilters, registeredDeposit),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const listDepositTypes = endpoint({
  method: 'GET',
  path: '/project/api/security-deposits/types',
  summary: 'The kinds of deposit that are recorded, as they are written, the most used first: 20 at most',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(z.string()),
})
