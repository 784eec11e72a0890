import * as z from 'zod/mini'
import { officeColumnLabels, officeFilters, ofOffice } from './contracts.ts'
import { type Deposit, registeredDeposit } from './deposits.ts'
import { endpoint } from './kernel/endpoint.ts'
import { exportBody, sheetTypes } from './kernel/exports.ts'
import * as f from './kernel/fields.ts'
import { fileBytes } from './kernel/files.ts'
import { anyOf, textFilter } from './kernel/filters.ts'
import { groupBody, grouped, ofGroup } from './kernel/groups.ts'
import { filterBody, page } from './kernel/paging.ts'
import { countBody, everyOf, quickCounts } from './kernel/quick-filters.ts'
import * as r from './kernel/record.ts'
import {
  type EventField,
  eventFields,
  instrumentEvents,
  instrumentKinds,
  instrumentStates,
  isGuarantee,
  isReceipt,
} from './instrument-moves.ts'

export const about =
  'The papers that deposits are given by: guarantees, surety bonds, deposit receipts, drafts; what becomes of each, and what secures it.'

const base = '/project/api/instruments'

/** Who has the paper in their hands. */
export const instrumentHolders = ['US', 'DEPARTMENT', 'BANK', 'COURIER'] as const

/** Once an instrument is issued these change by its events alone. */
const terms = {
  kind: z.enum(instrumentKinds),
  amount: f.positiveMoney,
  issuedOn: f.optional(f.day),
  /** The last day on which a guarantee is valid, included. */
  expiresOn: f.optional(f.day),
  /** The last day to lodge a claim for what happened until it expired; the day it expires where none is given. */
  claimUntil: f.optional(f.day),
  maturesOn: f.optional(f.day),
}

export const instrumentFields = {
  ...terms,
  /** The bank's or insurer's own; UTR of what was paid online. */
  number: f.optional(f.text(100)),
  /** The bank, insurer or post office. */
  issuer: f.optional(f.text(200)),
  branch: f.optional(f.text(200)),
  officeId: f.optional(f.id),
  /** In whose favour it stands, as it is printed. */
  favouring: f.optional(f.text(300)),
  effectiveOn: f.optional(f.day),
  /** What the bank keeps in cash or as a receipt for it, per cent of the amount. */
  marginPercent: f.optional(f.percentage),
  /** The bank's commission, per cent a year. */
  commissionPercent: f.optional(f.percentage),
  heldBy: f.optional(z.enum(instrumentHolders)),
  comment: f.optional(f.text(2000)),
}

/** What each field is called on the screen and in exports. */
export const instrumentLabels = {
  kind: 'Kind',
  number: 'Number',
  amount: 'Amount',
  issuer: 'Bank or insurer',
  branch: 'Branch',
  officeId: 'Office',
  favouring: 'In favour of',
  issuedOn: 'Issued on',
  effectiveOn: 'Effective from',
  expiresOn: 'Expires on',
  claimUntil: 'Claim until',
  maturesOn: 'Matures on',
  marginPercent: 'Margin %',
  commissionPercent: 'Commission % a year',
  heldBy: 'Held by',
  comment: 'Comment',
} as const satisfies Record<keyof typeof instrumentFields, string>

/** What follows from its events, its deposits and its liens. */
const kept = {
  state: z.enum(instrumentStates),
  /** The last day to present a draft or banker's cheque: three months from its date, or from its revalidation (RBI, 4-11-2011). */
  staleOn: z.nullable(f.day),
  /** The day on which it runs out: expires, matures or goes stale. */
  endsOn: z.nullable(f.day),
  ...ofOffice,
  /** The bid IDs, else the names, of the contracts whose deposits it stands behind. */
  securedFor: z.nullable(z.string()),
  /** How many deposits it stands behind, and what of those that were paid is still open, in rupees. */
  deposits: z.int(),
  securedAmount: f.total,
  /** Of a receipt, what guarantees have a lien on; of a guarantee, what of receipts secures it; in rupees. */
  lienAmount: f.total,
  ...r.authors,
}

export const instrument = r.stored({ id: f.id, ...instrumentFields, ...kept })
export type Instrument = z.infer<typeof instrument>

export const instrumentColumnLabels = {
  ...instrumentLabels,
  state: 'State',
  staleOn: 'Stale on',
  endsOn: 'Runs out on',
  ...officeColumnLabels,
  securedFor: 'Secures',
  deposits: 'Deposits',
  securedAmount: 'Open behind it',
  lienAmount: 'Lien',
} as const

type Dated = {
  issuedOn?: string | null | undefined
  effectiveOn?: string | null | undefined
  kind?: (typeof instrumentKinds)[number] | undefined
  expiresOn?: string | null | undefined
  claimUntil?: string | null | undefined
  maturesOn?: string | null | undefined
}
const isOf = (field: keyof Dated, error: string, has: (kind: (typeof instrumentKinds)[number]) => boolean) =>
  z.refine<Dated>(({ kind, [field]: value }) => !kind || !value || has(kind), { error, path: [field] })

const rules = [
  f.dayOrder<Dated>('issuedOn', 'effectiveOn'),
  f.dayOrder<Dated>('issuedOn', 'expiresOn'),
  f.dayOrder<Dated>('effectiveOn', 'expiresOn'),
  f.dayOrder<Dated>('expiresOn', 'claimUntil'),
  f.dayOrder<Dated>('issuedOn', 'maturesOn'),
  isOf('expiresOn', 'is for guarantees and surety bonds', isGuarantee),
  isOf('claimUntil', 'is for guarantees and surety bonds', isGuarantee),
  isOf('maturesOn', 'is for deposit receipts and certificates', isReceipt),
] as const

/** A register begins with papers that are under way: the states in which one can be entered. */
export const enteredStates = ['DRAFT', 'REQUESTED', 'ISSUED', 'LODGED'] as const

export const instrumentInput = z
  .strictObject({
    ...r.createBody(instrumentFields, {}, r.namesOf(kept)).shape,
    state: z._default(z.enum(enteredStates), 'DRAFT'),
    /** Since when it is in this state: the day it was issued where none is given, else today. */
    happenedOn: f.optional(f.day),
    /** The deposits that it stands behind from now on: 50 at most. */
    depositIds: f.optional(z.array(f.id).check(z.maxLength(50, { error: 'must be at most {max} deposits' }))),
  })
  .check(...rules)
export const instrumentEdit = r.editBody(instrumentFields, r.namesOf(kept)).check(...rules)

/** What instruments are mostly looked for by. Under way is what is not closed, cancelled or back. */
export const instrumentQuickFilters = [
  'UNDER_WAY',
  'RUNS_OUT_WITHIN_30_DAYS',
  'RUNS_OUT_WITHIN_90_DAYS',
  'RAN_OUT',
  'CLAIMED',
  'TO_DISCHARGE',
  'WITHOUT_DEPOSIT',
] as const
export type InstrumentQuickFilter = (typeof instrumentQuickFilters)[number]

export const instrumentGroups = ['state', 'kind', 'issuer', 'department', 'endsOn', 'heldBy'] as const

const registerFilters = {
  /** Words, each of them in any part of number, bank, branch, beneficiary or department. */
  search: textFilter,
  quickFilters: everyOf(instrumentQuickFilters),
  kind: anyOf(instrumentKinds),
  state: anyOf(instrumentStates),
  number: textFilter,
  issuer: textFilter,
  branch: textFilter,
  favouring: textFilter,
  heldBy: anyOf(instrumentHolders),
  ...officeFilters,
  group: ofGroup(instrumentGroups),
}

export const filterInstruments = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the register of instruments',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(registerFilters, instrument),
  response: z.extend(page(instrument), {
    /** What every instrument found adds up to, in rupees. */
    total: z.nullable(f.total),
  }),
})

export const countInstruments = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'How many instruments of a search each quick filter leaves, and what they come to',
  allow: { module: 'Contracts', can: 'canView' },
  body: countBody(registerFilters),
  response: quickCounts(instrumentQuickFilters),
})

export const listInstrumentGroups = endpoint({
  method: 'POST',
  path: `${base}/groups`,
  summary: 'The groups that the instruments of a search fall into, and what each comes to',
  allow: { module: 'Contracts', can: 'canView' },
  body: groupBody(instrumentGroups, countBody(registerFilters).shape),
  response: grouped(['amount']),
})

export const exportInstruments = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The instruments of a search as a sheet, in the columns asked for',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(registerFilters, instrument),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getInstrument = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One instrument',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: instrument,
})

export const createInstrument = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter an instrument in the state that it has, with the deposits that it stands behind',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: instrumentInput,
  response: instrument,
})

export const updateInstrument = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change an instrument; once it is issued its kind, amount and days change by its events alone',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: instrumentEdit,
  response: instrument,
})

export const deleteInstrument = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an instrument that stands behind no deposit and no lien',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})

/** A deposit that an instrument stands behind. */
const instrumentDeposit = z.pick(registeredDeposit, {
  id: true,
  contractId: true,
  bidId: true,
  contractName: true,
  depositType: true,
  status: true,
  amount: true,
  openAmount: true,
} satisfies Partial<Record<keyof Deposit | 'bidId' | 'contractName', true>>)
export type InstrumentDeposit = z.infer<typeof instrumentDeposit>

export const listInstrumentDeposits = endpoint({
  method: 'GET',
  path: `${base}/:id/deposits`,
  summary: 'The deposits that an instrument stands behind, oldest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(instrumentDeposit),
})

/** What each field of an event is called on the screen. */
export const eventLabels = {
  kind: 'What happened',
  happenedOn: 'On',
  number: 'Number',
  issuedOn: 'Issued on',
  expiresOn: 'Expires on',
  claimUntil: 'Claim until',
  maturesOn: 'Matures on',
  amount: 'Amount',
  state: 'State',
  releases: 'Book its deposits as returned',
  charges: 'Charges',
  reference: 'Reference',
  remark: 'Remark',
} as const

const given = {
  number: f.optional(f.requiredText(100)),
  issuedOn: f.optional(f.day),
  expiresOn: f.optional(f.day),
  claimUntil: f.optional(f.day),
  maturesOn: f.optional(f.day),
  /** The new amount; of what was paid out, how much. */
  amount: f.optional(f.positiveMoney),
  /** Where a correction puts it. */
  state: f.optional(z.enum(instrumentStates)),
  /** Of what came back: whether what is open of its deposits is booked as back too. It is, unless this is false. */
  releases: f.optional(z.boolean()),
  /** What the bank charged for it, in rupees. */
  charges: f.optional(f.money),
} satisfies Record<EventField, z.core.$ZodType>
const givenNames = Object.keys(given) as EventField[]

const beforeAndAfter = {
  amountBefore: z.nullable(f.money),
  amountAfter: z.nullable(f.money),
  issuedOnBefore: z.nullable(f.day),
  issuedOnAfter: z.nullable(f.day),
  expiresOnBefore: z.nullable(f.day),
  expiresOnAfter: z.nullable(f.day),
  claimUntilBefore: z.nullable(f.day),
  claimUntilAfter: z.nullable(f.day),
  maturesOnBefore: z.nullable(f.day),
  maturesOnAfter: z.nullable(f.day),
}

export const instrumentEvent = z.extend(
  r.stored({
    id: f.id,
    instrumentId: f.id,
    kind: z.enum(instrumentEvents),
    happenedOn: f.day,
    fromState: z.enum(instrumentStates),
    toState: z.enum(instrumentStates),
    ...beforeAndAfter,
    /** The number that it was given, where the event gave it one. */
    number: z.nullable(z.string()),
    /** Of what was paid out, in rupees. */
    paidAmount: z.nullable(f.money),
    charges: z.nullable(f.money),
    reference: f.optional(f.text(100)),
    remark: f.optional(f.text(500)),
  }),
  r.authors,
)
export type InstrumentEvent = z.infer<typeof instrumentEvent>

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

export const instrumentEventInput = z
  .strictObject({
    kind: z.enum(instrumentEvents),
    happenedOn: f.day,
    ...given,
    /** The number of the bank's or department's letter. */
    reference: f.optional(f.text(100)),
    remark: f.optional(f.text(500)),
  })
  .check((context) => {
    const { kind, ...values } = context.value
    const { asks = [], takes = [] } = eventFields[kind]
    const allowed: readonly EventField[] = [...asks, ...takes]
    for (const name of givenNames) {
      const isThere = isGiven(values[name])
      if (isThere && !allowed.includes(name))
        context.issues.push({ code: 'custom', input: values[name], message: 'does not belong to this event', path: [name] })
      if (!isThere && asks.includes(name))
        context.issues.push({ code: 'custom', input: values[name], message: 'is required', path: [name] })
    }
    if (kind !== 'CORRECTED') return
    if (!isGiven(values.remark))
      context.issues.push({
        code: 'custom',
        input: values.remark,
        message: 'is required: say why it is corrected',
        path: ['remark'],
      })
    if (!allowed.some((name) => isGiven(values[name])))
      context.issues.push({ code: 'custom', input: kind, message: 'Say what is corrected', path: ['kind'] })
  })

export const listInstrumentEvents = endpoint({
  method: 'GET',
  path: `${base}/:id/events`,
  summary: 'What became of an instrument, newest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(instrumentEvent),
})

export const addInstrumentEvent = endpoint({
  method: 'POST',
  path: `${base}/:id/events`,
  summary: 'Enter what became of an instrument: its amount, its days and its state follow, and what its deposits come to',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: instrumentEventInput,
  response: instrumentEvent,
})

export const instrumentLien = z.extend(
  r.stored({
    id: f.id,
    guaranteeId: f.id,
    receiptId: f.id,
    amount: f.positiveMoney,
    markedOn: f.day,
    freedOn: z.nullable(f.day),
    guaranteeNumber: z.nullable(z.string()),
    receiptNumber: z.nullable(z.string()),
    /** Of the receipt: what it comes to in rupees, its bank, and the day it matures. */
    receiptAmount: f.total,
    receiptIssuer: z.nullable(z.string()),
    receiptMaturesOn: z.nullable(f.day),
  }),
  r.authors,
)
export type InstrumentLien = z.infer<typeof instrumentLien>

/** What each field of a lien is called on the screen. */
export const lienLabels = {
  receiptId: 'Deposit receipt',
  amount: 'Amount',
  markedOn: 'Marked on',
  freedOn: 'Freed on',
} as const

export const listInstrumentLiens = endpoint({
  method: 'GET',
  path: `${base}/:id/liens`,
  summary: 'The liens that secure a guarantee, or that lie on a receipt, newest first, with those that are freed',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(instrumentLien),
})

export const addInstrumentLien = endpoint({
  method: 'POST',
  path: `${base}/:id/liens`,
  summary: 'Secure a guarantee by a lien on a deposit receipt',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: z.strictObject({ receiptId: f.id, amount: f.positiveMoney, markedOn: f.day }),
  response: instrumentLien,
})

export const endInstrumentLien = endpoint({
  method: 'POST',
  path: `${base}/:id/liens/:lienId/end`,
  summary: 'Free a receipt of a lien',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: z.object({ id: f.id, lienId: f.id }),
  body: z.strictObject({ freedOn: f.day }),
  response: instrumentLien,
})
