import { type Agreement, agreementMoves } from '@plinth/api/agreements'

export type AgreementStep = 'COMPLETE_DRAFT' | 'ACTIVATE' | 'COMPLETE'

type Case = Pick<Agreement, 'status' | 'agreedOn' | 'value' | 'completedOn'>

/** Whether nothing is late of it any more. */
export const isOver = ({ status }: Pick<Agreement, 'status'>) => status === 'COMPLETED' || status === 'CLOSED'

/** The one thing to do next about an agreement: a draft is signed, with a day and a value; what is done is completed. */
export function nextOfAgreement({ status, agreedOn, value, completedOn }: Case): AgreementStep | undefined {
  if (status === 'DRAFT') return agreedOn && value ? 'ACTIVATE' : 'COMPLETE_DRAFT'
  return status === 'ACTIVE' && completedOn ? 'COMPLETE' : undefined
}

/** The statuses that it can be given where it stands: what each of them asks for is there. */
export function statusesOf({ status, agreedOn, value, completedOn }: Case): Agreement['status'][] {
  const has: Partial<Record<Agreement['status'], boolean>> = {
    ACTIVE: Boolean(agreedOn && value),
    COMPLETED: Boolean(completedOn),
  }
  return [status, ...agreementMoves[status].filter((next) => has[next] ?? true)]
}
