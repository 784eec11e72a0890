import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { anyOf } from '../kernel/filters.ts'
import { page, pagination } from '../kernel/paging.ts'
import type { ModuleName } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'

export const about = 'Deadlines, read from the days of the records themselves, and the deadlines that somebody waived.'

/** The types of records that have deadlines. */
export const deadlineRecords = [
  'CONTRACT',
  'DEPOSIT',
  'EXEMPTION',
  'INSTRUMENT',
  'FACILITY',
  'PLAN',
  'PROJECT',
  'TASK',
  'GENERAL_TASK',
  'DOCUMENT',
] as const

/**
 * When to act on a deadline that falls on a day off: on the day itself, on the working day before or after it, or, for business at a bank, on the
 * last day before or the first day after on which banks are open.
 */
type ActBy = 'same' | 'before' | 'after' | 'bank before' | 'bank after'

interface Kind {
  /** The type of its records. */
  about: (typeof deadlineRecords)[number]
  module: ModuleName
  label: string
  actBy: ActBy
  /** Whether money or a right is lost if the deadline is missed. */
  isCritical?: true
}

const documentExpires = 'Document expires'

/** All kinds of deadlines, each with the module whose permission shows it, its label, and the direction in which its day moves. */
export const deadlineKinds = {
  TENDER_CLOSES: { about: 'CONTRACT', module: 'Contracts', label: 'Hand in the bid', actBy: 'before' },
  TENDER_RESULT: { about: 'CONTRACT', module: 'Contracts', label: 'Ask for the result', actBy: 'same' },
  BID_VALIDITY_ENDS: { about: 'CONTRACT', module: 'Contracts', label: 'Validity of the bid ends', actBy: 'before' },
  SECURITY_TO_LODGE: {
    about: 'CONTRACT',
    module: 'Contracts',
    label: 'Lodge the performance security',
    actBy: 'before',
  },
  AGREEMENT_TO_SIGN: { about: 'CONTRACT', module: 'Contracts', label: 'Sign the agreement', actBy: 'before' },
  COMPLETION: { about: 'CONTRACT', module: 'Contracts', label: 'Complete the work', actBy: 'same' },
  DEFECT_PERIOD_ENDS: { about: 'CONTRACT', module: 'Contracts', label: 'Defect liability ends', actBy: 'same' },
  REFUND_DUE: { about: 'DEPOSIT', module: 'Contracts', label: 'Deposit falls due', actBy: 'after' },
  REFUND_STEP: { about: 'DEPOSIT', module: 'Contracts', label: 'Next step for a deposit', actBy: 'after' },
  CLAIM_TIME_BARRED: {
    about: 'DEPOSIT',
    module: 'Contracts',
    label: 'Claim becomes time-barred',
    actBy: 'before',
    isCritical: true,
  },
  GUARANTEE_EXPIRES: {
    about: 'INSTRUMENT',
    module: 'Contracts',
    label: 'Guarantee expires',
    actBy: 'bank before',
    isCritical: true,
  },
  GUARANTEE_CLAIMED: {
    about: 'INSTRUMENT',
    module: 'Contracts',
    label: 'Answer the claim on a guarantee',
    actBy: 'bank before',
    isCritical: true,
  },
  GUARANTEE_TOO_SHORT: {
    about: 'INSTRUMENT',
    module: 'Contracts',
    label: 'Have the guarantee extended',
    actBy: 'bank before',
    isCritical: true,
  },
  GUARANTEE_TO_DISCHARGE: {
    about: 'INSTRUMENT',
    module: 'Contracts',
    label: 'Fetch back the guarantee',
    actBy: 'bank after',
  },
  RECEIPT_MATURES: { about: 'INSTRUMENT', module: 'Contracts', label: 'Deposit receipt matures', actBy: 'bank before' },
  DRAFT_GOES_STALE: { about: 'INSTRUMENT', module: 'Contracts', label: 'Draft goes stale', actBy: 'bank before' },
  EXEMPTION_EXPIRES: { about: 'EXEMPTION', module: 'Contracts', label: 'Exemption expires', actBy: 'before' },
  GUARANTEE_NEEDED: { about: 'PLAN', module: 'Payments', label: 'Have the guarantee given', actBy: 'bank before' },
  FACILITY_REVIEW: { about: 'FACILITY', module: 'Payments', label: 'Bank reviews the limit', actBy: 'bank before' },
  PROJECT_ENDS: { about: 'PROJECT', module: 'Projects', label: 'Project ends', actBy: 'same' },
  TASK_DUE: { about: 'TASK', module: 'Project Tasks', label: 'Task is due', actBy: 'same' },
  REVIEW_WAITING: { about: 'TASK', module: 'Project Tasks', label: 'Review waits', actBy: 'same' },
  GENERAL_TASK_DUE: { about: 'GENERAL_TASK', module: 'General Tasks', label: 'General task is due', actBy: 'same' },
  // A document has the module of its record and a kind has only one module, so documents need several kinds.
  CONTRACT_DOCUMENT_EXPIRES: { about: 'DOCUMENT', module: 'Contracts', label: documentExpires, actBy: 'before' },
  PROJECT_DOCUMENT_EXPIRES: { about: 'DOCUMENT', module: 'Projects', label: documentExpires, actBy: 'before' },
  TASK_DOCUMENT_EXPIRES: { about: 'DOCUMENT', module: 'Project Tasks', label: documentExpires, actBy: 'before' },
  VEHICLE_DOCUMENT_EXPIRES: { about: 'DOCUMENT', module: 'Vehicles', label: documentExpires, actBy: 'before' },
  INSURANCE_DOCUMENT_EXPIRES: {
    about: 'DOCUMENT',
    module: 'Vehicle Insurance',
    label: documentExpires,
    actBy: 'before',
  },
  PAYMENT_DOCUMENT_EXPIRES: { about: 'DOCUMENT', module: 'Payments', label: documentExpires, actBy: 'before' },
} as const satisfies Record<string, Kind>
export type DeadlineKind = keyof typeof deadlineKinds
export const deadlineKindNames = r.namesOf(deadlineKinds)
const kind = z.enum(deadlineKindNames)

export const deadlineModules = [...new Set(Object.values(deadlineKinds).map(({ module }) => module))]

const recordType = z.enum(deadlineRecords)

/** The fields that identify a deadline. If the day moves, it is another deadline. */
const identity = { kind, recordType, recordId: f.id, dueOn: f.day }

export const deadline = z.object({
  ...identity,
  /** The day by which to act: the due day, or the working day or bank day before or after it. */
  actBy: f.day,
  /** Title and number of the record; for a deposit also its contract. */
  title: z.string(),
  number: z.nullable(z.string()),
  contractId: z.nullable(f.id),
  /** In rupees, if the record has an amount. */
  amount: z.nullable(f.total),
  ownerId: z.nullable(f.id),
  ownerName: z.nullable(z.string()),
  /** The id of the waiver and its reason, if the deadline is waived. */
  markId: z.nullable(f.id),
  waivedBecause: z.nullable(z.string()),
})
export type Deadline = z.infer<typeof deadline>

/** The owner of deadlines: the caller, nobody, or anybody. */
export const deadlineOwners = ['MINE', 'NOBODYS', 'ALL'] as const
/** The time of deadlines: before today, today, within the six days after it, or later; WAIVED for waived ones of any time. */
export const deadlineTimes = ['OVERDUE', 'TODAY', 'THIS_WEEK', 'LATER', 'WAIVED'] as const
export type DeadlineTime = (typeof deadlineTimes)[number]

const filters = {
  kind: anyOf(deadlineKindNames),
  owner: z._default(z.enum(deadlineOwners), 'MINE'),
  time: anyOf(deadlineTimes),
}

export const filterDeadlines = endpoint({
  method: 'POST',
  path: '/common/api/deadlines/filter',
  summary: 'The deadlines of the modules that the caller may view, by the day by which to act',
  allow: 'signed-in',
  body: z.strictObject({ ...filters, pagination: z._default(pagination, { page: 0, size: 50 }) }),
  response: page(deadline),
})

export const countDeadlines = endpoint({
  method: 'POST',
  path: '/common/api/deadlines/counts',
  summary: 'The number of deadlines by period, of the modules that the caller may view',
  allow: 'signed-in',
  body: z.strictObject({ kind: filters.kind, owner: filters.owner }),
  response: z.object({
    today: f.day,
    counts: z.array(z.object({ time: z.enum(deadlineTimes), count: z.int() })),
  }),
})

export const deadlineMark = r.stored({
  id: f.id,
  ...identity,
  reason: f.requiredText(500),
  createdByName: r.authors.createdByName,
})
export type DeadlineMark = z.infer<typeof deadlineMark>

export const setDeadlineMark = endpoint({
  method: 'PUT',
  path: '/common/api/deadline-marks',
  summary: 'Waive a deadline with a reason, or change the reason; for its owner, and for people who may edit reminders',
  allow: 'signed-in',
  body: z.strictObject({ ...identity, reason: f.requiredText(500) }),
  response: deadlineMark,
})

export const deleteDeadlineMark = endpoint({
  method: 'DELETE',
  path: '/common/api/deadline-marks/:id',
  summary: 'Undo the waiver of a deadline; for its owner, and for people who may edit reminders',
  allow: 'signed-in',
  params: f.idParams,
})

export const deadlineMarkLabels = { kind: 'Kind', recordType: 'Record', dueOn: 'Due on', reason: 'Reason' } as const

export const audited = {
  obligation_marks: { record: deadlineMark, labels: deadlineMarkLabels },
}
