import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about =
  'What happened to each part of a deposit: received, released, lost, or carried into another deposit.'

const base = '/project/api/contracts/:contractId/security-deposit/:depositId/settlements'

/**
 * What happened to the settled part of a deposit. RECEIVED: money came back. RELEASED: the instrument came back or was discharged,
 * without money. FORFEITED: the department keeps it. DEDUCTED: the department kept a part when it paid. WRITTEN_OFF: the company
 * gives it up. CARRIED: it became another deposit, as an EMD becomes security deposit.
 */
export const settlementKinds = ['RECEIVED', 'RELEASED', 'FORFEITED', 'DEDUCTED', 'WRITTEN_OFF', 'CARRIED'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** The kinds that a user enters. A write-off has its own call. */
export const enteredKinds = ['RECEIVED', 'RELEASED', 'FORFEITED', 'DEDUCTED', 'CARRIED'] as const

/** Where a settlement comes from: a user entered it, or it follows the status of the deposit. */
export const settlementSources = ['ENTERED', 'STATUS'] as const

const fields = {
  kind: z.enum(enteredKinds),
  amount: f.positiveMoney,
  settledOn: f.day,
  /** The UTR, or the number of an order or a letter. */
  reference: f.optional(f.text(100)),
  reason: f.optional(f.text(500)),
  /** For CARRIED: the deposit of the same contract that the money was carried into. */
  intoDepositId: f.optional(f.id),
}

export const settlement = z.extend(
  r.stored({
    id: f.id,
    depositId: f.id,
    ...fields,
    kind: z.enum(settlementKinds),
    /** Null for a settlement that follows the deposit's status while the day of return is not entered. */
    settledOn: z.nullable(f.day),
    source: z.enum(settlementSources),
    cancelledAt: z.nullable(f.moment),
    cancelledWhy: z.nullable(z.string()),
    cancelledByName: z.nullable(z.string()),
  }),
  r.authors,
)
export type Settlement = z.infer<typeof settlement>

/** The label of each field on the screen. */
export const settlementLabels = {
  kind: 'What became of it',
  amount: 'Amount',
  settledOn: 'Settled on',
  reference: 'Reference',
  reason: 'Reason',
  intoDepositId: 'Carried into',
  deducted: 'Deducted',
} as const

const isLost = (kind: unknown) => kind === 'FORFEITED' || kind === 'DEDUCTED'

export const settlementInput = z
  .strictObject({
    ...fields,
    /**
     * The amount deducted from a receipt, in rupees. It is booked as a settlement of its own with the day and reference of the
     * receipt; the reason belongs to it.
     */
    deducted: f.optional(f.positiveMoney),
    ...f.repeatConfirmation,
  })
  .check(
    z.refine(({ kind, reason, deducted }) => !(isLost(kind) || deducted) || Boolean(reason), {
      error: 'is required for what does not come back',
      path: ['reason'],
    }),
    z.refine(({ kind, intoDepositId }) => kind !== 'CARRIED' || Boolean(intoDepositId), {
      error: 'is required for what is carried',
      path: ['intoDepositId'],
    }),
    z.refine(({ kind, intoDepositId }) => kind === 'CARRIED' || !intoDepositId, {
      error: 'is for what is carried into another deposit',
      path: ['intoDepositId'],
    }),
    z.refine(({ kind, deducted }) => kind === 'RECEIVED' || !deducted, {
      error: 'is for what was received',
      path: ['deducted'],
    }),
  )

/** The deposit on the other side of a carried amount. */
const otherDeposit = { depositId: f.id, depositType: z.string(), instrumentNo: z.string() }

/** The amounts carried into a deposit, and the deposits of its contract that have room for its own money, in rupees. */
export const carrying = z.object({
  carriedIn: z.array(z.object({ ...otherDeposit, settlementId: f.id, amount: f.positiveMoney, settledOn: f.day })),
  targets: z.array(z.object({ ...otherDeposit, room: f.positiveMoney })),
})
export type Carrying = z.infer<typeof carrying>

const depositParams = z.object({ contractId: f.id, depositId: f.id })

export const audited = {
  deposit_settlements: { record: settlement, labels: settlementLabels },
}

export const listSettlements = endpoint({
  method: 'GET',
  path: base,
  summary: 'The settlements of a deposit, newest first, including cancelled ones',
  allow: { module: 'Contracts', can: 'canView' },
  params: depositParams,
  response: z.array(settlement),
})

export const getCarrying = endpoint({
  method: 'GET',
  path: `${base}/carrying`,
  summary:
    'The amounts carried into a deposit, and the deposits that its own money can be carried into, with their room',
  allow: { module: 'Contracts', can: 'canView' },
  params: depositParams,
  response: carrying,
})

export const addSettlement = endpoint({
  method: 'POST',
  path: base,
  summary:
    'Record a settlement of a part of a deposit or of its open amount; the deposit is closed once nothing is open',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: depositParams,
  body: settlementInput,
  response: settlement,
})

export const addWriteOff = endpoint({
  method: 'POST',
  path: `${base}/write-off`,
  summary: 'Write off a part of a deposit or its open amount',
  allow: { module: 'Contracts', can: 'canDelete' },
  status: 201,
  params: depositParams,
  body: z.strictObject({
    amount: fields.amount,
    settledOn: fields.settledOn,
    reference: fields.reference,
    reason: f.requiredText(500),
  }),
  response: settlement,
})

export const cancelSettlement = endpoint({
  method: 'POST',
  path: `${base}/:settlementId/cancel`,
  summary:
    'Cancel a settlement that was recorded by mistake: a deposit that it closed is open again, in its previous status',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: z.object({ contractId: f.id, depositId: f.id, settlementId: f.id }),
  body: z.strictObject({ why: f.optional(f.text(500)) }),
  response: settlement,
})
