import type { RequestState } from '@plinth/api/deposits/refund-requests'

export const requestActs = ['SEND', 'ANSWER', 'REMIND', 'AGAIN', 'EDIT', 'WITHDRAW', 'DELETE'] as const
export type RequestAct = (typeof requestActs)[number]

/** The actions of each state, the likeliest first. A closed request has none, because none of its deposits is open. */
export const actsOf: Record<RequestState, readonly RequestAct[]> = {
  DRAFT: ['SEND', 'EDIT', 'DELETE'],
  SENT: ['ANSWER', 'REMIND', 'WITHDRAW'],
  ANSWERED: ['REMIND', 'ANSWER'],
  CLOSED: [],
  WITHDRAWN: ['AGAIN'],
}
