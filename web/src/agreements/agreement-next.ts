import { type Agreement, agreementMoves } from '@plinth/api/agreements'
import { dueOf } from '../ui/due.ts'

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

/** Whether its schedule is to be entered: of a draft that is not for a lump sum, as long as nothing is in it. */
export const lacksSchedule = ({ status, pricing }: Pick<Agreement, 'status' | 'pricing'>, items: number): boolean =>
  status === 'DRAFT' && pricing !== 'LUMP_SUM' && items === 0

/** The statuses that it can be given where it stands: what each of them asks for is there. */
export function statusesOf({ status, agreedOn, value, completedOn }: Case): Agreement['status'][] {
  const has: Partial<Record<Agreement['status'], boolean>> = {
    ACTIVE: Boolean(agreedOn && value),
    COMPLETED: Boolean(completedOn),
  }
  return [status, ...agreementMoves[status].filter((next) => has[next] ?? true)]
}
