import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'

export const about = 'When and why a deposit is due back, whom to ask for it, and the next step.'

/** The purpose of a deposit. Release rules go by it, because the deposit's type is free text. */
export const depositPurposes = [
  'EMD',
  'PERFORMANCE_SECURITY',
  'ADDITIONAL_SECURITY',
  'SECURITY_DEPOSIT',
  'RETENTION',
  'ADVANCE_GUARANTEE',
  'OTHER',
] as const
export type DepositPurpose = (typeof depositPurposes)[number]

/**
 * The event whose day starts the count until a deposit is due: the result of the tender, its award, the lodging of the
 * performance security, the agreement, the completion, the end of the defect liability period, the final bill, or an entered day.
 */
export const releaseBases = [
  'RESULT',
  'AWARD',
  'SECURITY_LODGED',
  'AGREEMENT',
  'COMPLETION',
  'DLP_END',
  'FINAL_BILL',
  'FIXED',
] as const
export type ReleaseBasis = (typeof releaseBases)[number]

/** The outcomes of a tender that a release rule is for: won, rejected or cancelled, or any. */
export const releaseOutcomes = ['WON', 'NOT_WON', 'ANY'] as const
export type ReleaseOutcome = (typeof releaseOutcomes)[number]

/** Days after the day of the basis; negative for days before it. */
export const releaseDays = f.whole(-3650, 3650)

/**
 * The next step for the open part of a deposit; the first that applies counts. OWN is a step that a user entered, SHORTFALL a
 * shortfall to accept or to ask for, FOLLOW_UP a request to follow up, WAIT a planned day to wait for, SET_DUE entering when the
 * deposit is due, ASK asking for it.
 */
export const nextSteps = ['OWN', 'DISPUTE', 'SHORTFALL', 'FOLLOW_UP', 'WAIT', 'SET_DUE', 'ASK'] as const
export type NextStep = (typeof nextSteps)[number]

/** The release fields of a deposit in every list. Null where unknown; only an open deposit has a next step and its day. */
export const released = {
  dueOn: z.nullable(f.day),
  /** Days since an open deposit was due, 1 or more; null if it is not overdue. */
  daysOverdue: z.nullable(z.int()),
  nextStep: z.nullable(z.enum(nextSteps)),
  nextOn: z.nullable(f.day),
  ownerName: z.nullable(z.string()),
} as const

/** The label of each field on the screen and in exports. */
export const releasedLabels = {
  dueOn: 'Due on',
  daysOverdue: 'Days overdue',
  nextStep: 'Next step',
  nextOn: 'Next on',
  ownerName: 'Owner',
} as const

export const depositRelease = z.object({
  ...released,
  /** The step that a user entered; null where there is none. */
  ownNextStep: z.nullable(z.string()),
  ownerId: z.nullable(f.id),
  department: z.nullable(z.string()),
  officeId: z.nullable(f.id),
  officeName: z.nullable(z.string()),
  /** The basis, the days after it, and the day of the basis. Null without a rule; the day is null until the event happens. */
  basis: z.nullable(z.enum(releaseBases)),
  days: z.nullable(z.int()),
  basisOn: z.nullable(f.day),
  /** The release rule and its source; null where the deposit has a basis of its own. */
  ruleId: z.nullable(f.id),
  ruleOutcome: z.nullable(z.enum(releaseOutcomes)),
  source: z.nullable(z.string()),
  isSure: z.nullable(z.boolean()),
  /** The planned due day while the event of the basis has not happened. */
  expectedOn: z.nullable(f.day),
  /** The last day to sue for the deposit (Limitation Act 1963, article 113). The company should ask a lawyer to confirm it. */
  limitationOn: z.nullable(f.day),
  /** The last letter that asks for the deposit, and the day of the last contact about it. */
  requestId: z.nullable(f.id),
  requestNumber: z.nullable(z.string()),
  askedOn: z.nullable(f.day),
  lastContactOn: z.nullable(f.day),
  /** Letters, calls and visits since the first letter that asked for the deposit, that letter included. */
  contacts: z.int(),
  /** The company's interest in per cent a year, and the interest lost since the due day in rupees. */
  interestPercent: z.number(),
  costOfWaiting: f.total,
})
export type DepositRelease = z.infer<typeof depositRelease>

export const getDepositRelease = endpoint({
  method: 'GET',
  path: '/project/api/contracts/:contractId/security-deposit/:depositId/release',
  summary:
    'The day on which a deposit is due back, with the rule, the event and the source that it follows from, and the next step',
  allow: { module: 'Contracts', can: 'canView' },
  params: z.object({ contractId: f.id, depositId: f.id }),
  response: depositRelease,
})

export const listDepositOwners = endpoint({
  method: 'GET',
  path: '/project/api/deposit-owners',
  summary: 'The people who can be in charge of a deposit: those who may view contracts',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()) })),
})
