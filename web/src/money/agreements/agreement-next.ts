import { type Agreement, agreementMoves } from '@plinth/api/money/agreements'
import { dueOf } from '../../ui/record/due.ts'

export type AgreementStep = 'COMPLETE_DRAFT' | 'ACTIVATE' | 'COMPLETE'

type AgreementState = Pick<Agreement, 'status' | 'agreedOn' | 'value' | 'completedOn'>

/** The time left until the end, or the delay; undefined unless the agreement is active or suspended. */
export const dueOfAgreement = ({ status, endsOn, completedOn }: Pick<Agreement, 'status' | 'endsOn' | 'completedOn'>) =>
  dueOf({ due: endsOn, ended: completedOn, isOver: status !== 'ACTIVE' && status !== 'SUSPENDED' })

/** The next step of an agreement: complete the fields of a draft, activate it, or complete active work that is done. */
export function nextOfAgreement({ status, agreedOn, value, completedOn }: AgreementState): AgreementStep | undefined {
  if (status === 'DRAFT') return agreedOn && value ? 'ACTIVATE' : 'COMPLETE_DRAFT'
  return status === 'ACTIVE' && completedOn ? 'COMPLETE' : undefined
}

/** The number of items and sections in the schedule, and of bills. */
interface ScheduleCounts {
  items: number
  bills: number
}

/** Whether the schedule is still to be entered: not for a lump sum, and only while it is empty and nothing is billed without it. */
export function lacksSchedule(
  { status, pricing }: Pick<Agreement, 'status' | 'pricing'>,
  { items, bills }: ScheduleCounts,
): boolean {
  if (pricing === 'LUMP_SUM' || items > 0) return false
  return status === 'DRAFT' || (status === 'ACTIVE' && bills === 0)
}

/** Whether the first bill may have a typed amount, since there is no schedule. Only agreements with clients have bills. */
export const mayBillTyped = (
  { status, direction }: Pick<Agreement, 'status' | 'direction'>,
  { items, bills }: ScheduleCounts,
) => status === 'ACTIVE' && direction === 'RECEIVABLE' && items === 0 && bills === 0

/** The present status and those it can change to, if the fields that they require are filled. */
export function statusesOf({ status, agreedOn, value, completedOn }: AgreementState): Agreement['status'][] {
  const has: Partial<Record<Agreement['status'], boolean>> = {
    ACTIVE: Boolean(agreedOn && value),
    COMPLETED: Boolean(completedOn),
  }
  return [status, ...agreementMoves[status].filter((next) => has[next] ?? true)]
}
