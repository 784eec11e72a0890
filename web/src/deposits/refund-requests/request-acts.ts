import type { RequestState } from '@plinth/api/deposits/refund-requests'

export const requestActs = ['SEND', 'ANSWER', 'REMIND', 'AGAIN', 'EDIT', 'WITHDRAW', 'DELETE'] as const
export type RequestAct = (typeof requestActs)[number]

/** What can happen to a request now, the likeliest first. What is closed stays as it is: nothing of it is open any more. */
export const actsOf: Record<RequestState, readonly RequestAct[]> = {
  DRAFT: ['SEND', 'EDIT', 'DELETE'],
  SENT: ['ANSWER', 'REMIND', 'WITHDRAW'],
  ANSWERED: ['REMIND', 'ANSWER'],
  CLOSED: [],
  WITHDRAWN: ['AGAIN'],
}
