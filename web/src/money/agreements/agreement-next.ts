import { type Agreement, agreementMoves } from '@plinth/api/money/agreements'
import { dueOf } from '../../ui/record/due.ts'

export type AgreementStep = 'COMPLETE_DRAFT' | 'ACTIVATE' | 'COMPLETE'

type Case = Pick<Agreement, 'status' | 'agreedOn' | 'value' | 'completedOn'>

/** What is left until its end, or by how much it is late; nothing of what binds nobody yet, or is done. */
export const dueOfAgreement = ({ status, endsOn, completedOn }: Pick<Agreement, 'status' | 'endsOn' | 'completedOn'>) =>
  dueOf({ due: endsOn, ended: completedOn, isOver: status !== 'ACTIVE' && status !== 'SUSPENDED' })

/** The one thing to do next about an agreement: a draft is signed, with a day and a value; what is done is completed. */
export function nextOfAgreement({ status, agreedOn, value, completedOn }: Case): AgreementStep | undefined {
  if (status === 'DRAFT') return agreedOn && value ? 'ACTIVATE' : 'COMPLETE_DRAFT'
  return status === 'ACTIVE' && completedOn ? 'COMPLETE' : undefined
}

/** How many items and sections are in its schedule, and how many bills there are of it. */
interface Begun {
  items: number
  bills: number
}

/** Whether its schedule is to be entered: not for a lump sum, and only as long as nothing is in it and no bill goes without it. */
export function lacksSchedule(
  { status, pricing }: Pick<Agreement, 'status' | 'pricing'>,
  { items, bills }: Begun,
): boolean {
  if (pricing === 'LUMP_SUM' || items > 0) return false
  return status === 'DRAFT' || (status === 'ACTIVE' && bills === 0)
}

/** Whether its first bill may be made of a typed amount, as it has no schedule. Who the company pays is not billed. */
export const mayBillTyped = ({ status, direction }: Pick<Agreement, 'status' | 'direction'>, { items, bills }: Begun) =>
  status === 'ACTIVE' && direction === 'RECEIVABLE' && items === 0 && bills === 0

/** The statuses that it can be given where it stands: what each of them asks for is there. */
export function statusesOf({ status, agreedOn, value, completedOn }: Case): Agreement['status'][] {
  const has: Partial<Record<Agreement['status'], boolean>> = {
    ACTIVE: Boolean(agreedOn && value),
    COMPLETED: Boolean(completedOn),
  }
  return [status, ...agreementMoves[status].filter((next) => has[next] ?? true)]
}
