import type { DepositStatus } from '@plinth/api/deposits/deposits'
import type { ContractStatus } from '@plinth/api/tenders/contracts'

export type Instrument = 'BG' | 'DD' | 'FDR' | 'NEFT' | 'RTGS' | 'recovery'

interface Further {
  /** The means of payment, where it does not follow from the amount. */
  by?: Instrument
  /** The deposit came back and nobody entered the day. */
  isUndated?: true
}

/** A deposit of a sample contract. */
export type Story = readonly [kind: Kind, status: DepositStatus, comment?: string, further?: Further]
export type Kind = 'EMD' | 'Performance security' | 'Additional performance security' | 'Security deposit'

const [emd, performance, additional, retained] = [
  'EMD',
  'Performance security',
  'Additional performance security',
  'Security deposit',
] as const

/** The deposits of the first contract of each status, of the second, and so on. */
export const stories: Record<ContractStatus, readonly (readonly Story[])[]> = {
  DRAFT: [
    [[emd, 'PENDING', 'DD asked for at the branch, application handed in.', { by: 'DD' }]],
    [[emd, 'DRAFT']],
    [[emd, 'PENDING', 'FDR to be pledged to the Commissioner; lien letter with the bank.', { by: 'FDR' }]],
    [],
    [],
    [[emd, 'CANCELLED', 'Tender not submitted; DD cancelled at the branch.', { by: 'DD' }]],
  ],
  SUBMITTED: [[[emd, 'SUBMITTED']], [[emd, 'SUBMITTED']], [[emd, 'SUBMITTED']]],
  REJECTED: [
    [[emd, 'PENDING_REFUND', 'Refund asked for on the portal on the day of the result.']],
    [[emd, 'SUBMITTED', 'Not returned although the work went to others. Two letters, no answer from the division.']],
    [[emd, 'FORFEITED', 'Forfeited: we took back the bid within its validity over a wrong rate for steel.']],
  ],
  CANCELLED: [
    [[emd, 'REFUNDED']],
    [[emd, 'SUBMITTED', 'Department says the file is with the treasury; follow up with the superintendent.']],
    [[emd, 'RETURNED', 'Draft handed back over the counter.', { by: 'DD', isUndated: true }]],
  ],
  AWARDED: [
    [
      [emd, 'SUBMITTED'],
      [performance, 'PENDING', 'Margin of 15 % placed; BG is issued once the commission is debited.'],
    ],
    [
      [emd, 'SUBMITTED'],
      [performance, 'DRAFT'],
    ],
    [
      [emd, 'SUBMITTED'],
      [performance, 'DRAFT'],
      [additional, 'DRAFT', 'For the bid of 12.6 % below the estimate.'],
    ],
  ],
  ACCEPTED: [
    [
      [emd, 'SUBMITTED'],
      [
        performance,
        'REJECTED',
        'Sent back: claim period of 60 days is missing in the text of the guarantee.',
        { by: 'BG' },
      ],
      [performance, 'SUBMITTED', 'Guarantee with the amended text.', { by: 'BG' }],
      [additional, 'SUBMITTED'],
    ],
    [
      [emd, 'PENDING_REFUND', 'To be given back now that the performance security is in.'],
      [performance, 'SUBMITTED'],
    ],
    [
      [emd, 'SUBMITTED'],
      [performance, 'SUBMITTED'],
    ],
  ],
  WORK_ORDER_ISSUED: [
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
    ],
    [
      [emd, 'PENDING_REFUND'],
      [performance, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED'],
    ],
  ],
  MOBILIZED: [
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED'],
    ],
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
      [additional, 'SUBMITTED'],
    ],
  ],
  WORK_IN_PROGRESS: [
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED', 'Guarantee runs out with the first extension; the bank extends it by six months.'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED'],
    ],
  ],
  ON_HOLD: [
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED', 'Seen in the account by the accountant.', { by: 'NEFT', isUndated: true }],
      [performance, 'SUBMITTED'],
    ],
  ],
  RESUMED: [
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
    ],
    [
      [emd, 'RETURNED'],
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
  ],
  COMPLETED: [
    [
      [emd, 'RETURNED'],
      [performance, 'PENDING_RELEASE', 'Completion certificate enclosed.'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'RETURNED'],
      [performance, 'PENDING_RELEASE'],
      [additional, 'RELEASED'],
    ],
  ],
  SUBMITTED_FOR_APPROVAL: [
    [
      [performance, 'SUBMITTED'],
      [additional, 'PENDING_RELEASE'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'SUBMITTED'],
    ],
    [[retained, 'SUBMITTED']],
  ],
  APPROVED: [
    [
      [emd, 'RETURNED'],
      [performance, 'PENDING_RELEASE'],
      [retained, 'SUBMITTED'],
    ],
    [
      [performance, 'PENDING_RELEASE'],
      [retained, 'SUBMITTED'],
    ],
    [
      [emd, 'REFUNDED'],
      [performance, 'RELEASED'],
    ],
  ],
  PAYMENT_PENDING: [
    [
      [performance, 'RELEASED'],
      [retained, 'PENDING_RELEASE', 'Together with the final bill.'],
    ],
    [
      [emd, 'REFUNDED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [performance, 'RELEASED'],
      [additional, 'RELEASED'],
    ],
  ],
  PAYMENT_RECEIVED: [
    [
      [emd, 'RETURNED'],
      [performance, 'RELEASED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [performance, 'RELEASED'],
      [retained, 'PENDING_RELEASE', 'Defect liability is half over: half of it is asked for.'],
    ],
    [[performance, 'RELEASED']],
  ],
  CLOSED: [
    [
      [emd, 'RETURNED'],
      [performance, 'RELEASED'],
      [retained, 'RELEASED'],
    ],
    [
      [performance, 'RELEASED'],
      [retained, 'SUBMITTED', 'Forgotten when the account was closed; refund asked for.'],
    ],
    [
      [emd, 'REFUNDED'],
      [additional, 'RELEASED'],
      [retained, 'REFUNDED'],
    ],
  ],
  TERMINATED: [
    [[performance, 'PENDING_RELEASE', 'Termination without liability: guarantee and margin are asked back.']],
    [
      [
        performance,
        'SUBMITTED',
        'Department means to call the guarantee; stay of the commercial court until the hearing.',
      ],
    ],
    [
      [emd, 'RETURNED'],
      [retained, 'PENDING_REFUND'],
    ],
  ],
  DISPUTE: [
    [
      [performance, 'SUBMITTED', 'Kept alive by order of the arbitrator.'],
      [retained, 'SUBMITTED'],
    ],
    [
      [performance, 'SUBMITTED'],
      [additional, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
    [
      [performance, 'SUBMITTED'],
      [retained, 'SUBMITTED'],
    ],
  ],
}
