import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'

export const about = 'When a deposit comes back and why, whom one asks for it, and what is to be done next.'

/** What a deposit is for: the rules of release go by it, while people call its type as they like. */
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
 * The day that a deposit waits for: the result of the tender, its award, the performance security lodged, the agreement, the
 * completion, the end of the defect liability period, the final bill, or a day that is entered.
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

/** Of a tender that was won, of one that was rejected or cancelled, or of any. */
export const releaseOutcomes = ['WON', 'NOT_WON', 'ANY'] as const
export type ReleaseOutcome = (typeof releaseOutcomes)[number]

/** Days after the day that is waited for; before it where they are negative. */
export const releaseDays = f.whole(-3650, 3650)

/**
 * What is to be done next about what is open of a deposit, the first that applies: what somebody wrote down; a dispute; a
 * shortfall to accept or to ask for; following up a request; waiting for a day that is planned; saying when it comes back; asking for it.
 */
export const nextSteps = ['OWN', 'DISPUTE', 'SHORTFALL', 'FOLLOW_UP', 'WAIT', 'SET_DUE', 'ASK'] as const
export type NextStep = (typeof nextSteps)[number]

/** What a deposit tells of its release, in every list. Null where it is not known; next step and day of what is open alone. */
export const released = {
  dueOn: z.nullable(f.day),
  /** Days since it was due, of what is open; 0 and less are never told. */
  daysOverdue: z.nullable(z.int()),
  nextStep: z.nullable(z.enum(nextSteps)),
  nextOn: z.nullable(f.day),
  ownerName: z.nullable(z.string()),
} as const

/** What each of these is called on the screen and in exports. */
export const releasedLabels = {
  dueOn: 'Due on',
  daysOverdue: 'Days overdue',
  nextStep: 'Next step',
  nextOn: 'Next on',
  ownerName: 'Owner',
} as const

export const depositRelease = z.object({
  ...released,
  /** What somebody wrote down to be done, where that is the next step. */
  ownNextStep: z.nullable(z.string()),
  ownerId: z.nullable(f.id),
  department: z.nullable(z.string()),
  officeId: z.nullable(f.id),
  officeName: z.nullable(z.string()),
  /** What it waits for, so many days after that, and when that was; null without a rule, or until it happens. */
  basis: z.nullable(z.enum(releaseBases)),
  days: z.nullable(z.int()),
  basisOn: z.nullable(f.day),
  /** The rule that says so, with where it is from; null where the deposit says it itself. */
  ruleId: z.nullable(f.id),
  ruleOutcome: z.nullable(z.enum(releaseOutcomes)),
  source: z.nullable(z.string()),
  isSure: z.nullable(z.boolean()),
  /** The day that is planned for it while what it waits for has not happened. */
  expectedOn: z.nullable(f.day),
  /** The last day to sue for it, to be asked of a lawyer (Limitation Act 1963, article 113). */
  limitationOn: z.nullable(f.day),
  /** The last letter that asks for it, and the last contact about it. */
  requestId: z.nullable(f.id),
  requestNumber: z.nullable(z.string()),
  askedOn: z.nullable(f.day),
  lastContactOn: z.nullable(f.day),
  /** Letters, calls and visits since it was first asked for, that one included. */
  contacts: z.int(),
  /** What a year of waiting costs in per cent, and what waiting has cost since it was due in rupees, as the company reckons. */
  interestPercent: z.number(),
  costOfWaiting: f.total,
})
export type DepositRelease = z.infer<typeof depositRelease>

export const getDepositRelease = endpoint({
  method: 'GET',
  path: '/project/api/contracts/:contractId/security-deposit/:depositId/release',
  summary: 'When a deposit comes back, by which rule, day and source, and what is to be done next',
  allow: { module: 'Contracts', can: 'canView' },
  params: z.object({ contractId: f.id, depositId: f.id }),
  response: depositRelease,
})

export const listDepositOwners = endpoint({
  method: 'GET',
  path: '/project/api/deposit-owners',
  summary: 'The people who can be named to be after a deposit: those who may view contracts',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()) })),
})
