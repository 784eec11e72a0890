import * as z from 'zod/mini'
import { type Deposit, registeredDeposit } from '../deposits/deposits.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyIds, anyOf, textFilter } from '../kernel/filters.ts'
import { groupBody, grouped, ofGroup } from '../kernel/groups.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { officeColumnLabels, officeFilters, ofOffice } from '../tenders/contracts.ts'
import { instrumentKinds, instrumentStates, isBankGuarantee, isGuarantee, isReceipt } from './instrument-moves.ts'

export const about =
  'The instruments that deposits are given by: guarantees, surety bonds, deposit receipts and drafts, each with its deposits.'

const base = '/project/api/instruments'

/** Who holds the paper. */
export const instrumentHolders = ['US', 'DEPARTMENT', 'BANK', 'COURIER'] as const

/** Once an instrument is issued, only its events change these fields. */
const terms = {
  kind: z.enum(instrumentKinds),
  amount: f.positiveMoney,
  issuedOn: f.optional(f.day),
  /** The last day on which a guarantee is valid, included. */
  expiresOn: f.optional(f.day),
  /** The last day to lodge a claim for events until the expiry; the day of expiry if none is entered. */
  claimUntil: f.optional(f.day),
  maturesOn: f.optional(f.day),
}

export const instrumentFields = {
  ...terms,
  /** The number of the bank or insurer; for an online payment the UTR. */
  number: f.optional(f.text(100)),
  /** The bank, insurer or post office. */
  issuer: f.optional(f.text(200)),
  branch: f.optional(f.text(200)),
  /** The bank limit of a bank guarantee; other kinds have none. */
  facilityId: f.optional(f.id),
  officeId: f.optional(f.id),
  /** The beneficiary, as printed on the paper. */
  favouring: f.optional(f.text(300)),
  effectiveOn: f.optional(f.day),
  /** The margin that the bank keeps in cash or as a receipt, in per cent of the amount. */
  marginPercent: f.optional(f.percentage),
  /** The bank's commission, per cent a year. */
  commissionPercent: f.optional(f.percentage),
  heldBy: f.optional(z.enum(instrumentHolders)),
  comment: f.optional(f.text(2000)),
}

/** The label of each field on the screen and in exports. */
export const instrumentLabels = {
  kind: 'Kind',
  number: 'Number',
  amount: 'Amount',
  issuer: 'Bank or insurer',
  branch: 'Branch',
  facilityId: 'Bank limit',
  officeId: 'Office',
  favouring: 'In favour of',
  issuedOn: 'Issued on',
  effectiveOn: 'Effective from',
  expiresOn: 'Expires on',
  claimUntil: 'Claim until',
  maturesOn: 'Matures on',
  marginPercent: 'Margin %',
  commissionPercent: 'Commission % a year',
  heldBy: 'Holder',
  comment: 'Comment',
} as const satisfies Record<keyof typeof instrumentFields, string>

/** The fields that the server computes from events, deposits and liens. */
const computedFields = {
  state: z.enum(instrumentStates),
  /** The last day to present a draft or banker's cheque: three months from its date, or from its revalidation (RBI, 4-11-2011). */
  staleOn: z.nullable(f.day),
  /** The last day: the day on which it expires, matures or goes stale. */
  endsOn: z.nullable(f.day),
  /** The bank, and the name of the limit if it has one. */
  facilityName: z.nullable(z.string()),
  ...ofOffice,
  /** For a performance guarantee that ends too early: the day that its contract needs, and the completion from which that counts. */
  neededUntil: z.nullable(f.day),
  completesOn: z.nullable(f.day),
  /** The bid IDs, else the names, of the contracts whose deposits it secures. */
  securedFor: z.nullable(z.string()),
  /** The number of deposits that it secures, and the open amount of the paid ones, in rupees. */
  deposits: z.int(),
  securedAmount: f.total,
  /** For a receipt, the liens on it; for a guarantee, the liens on receipts that secure it; in rupees. */
  lienAmount: f.total,
  ...r.authors,
}

export const instrument = r.stored({ id: f.id, ...instrumentFields, ...computedFields })
export type Instrument = z.infer<typeof instrument>

export const instrumentColumnLabels = {
  ...instrumentLabels,
  state: 'State',
  staleOn: 'Stale on',
  facilityName: 'Bank limit',
  endsOn: 'Runs out on',
  ...officeColumnLabels,
  neededUntil: 'Extend until',
  completesOn: 'Work ends on',
  securedFor: 'Secures',
  deposits: 'Deposits',
  securedAmount: 'Open behind it',
  lienAmount: 'Lien',
} as const

type DatedInstrument = {
  issuedOn?: string | null | undefined
  effectiveOn?: string | null | undefined
  kind?: (typeof instrumentKinds)[number] | undefined
  facilityId?: string | null | undefined
  expiresOn?: string | null | undefined
  claimUntil?: string | null | undefined
  maturesOn?: string | null | undefined
}
const onlyFor = (
  field: keyof DatedInstrument,
  error: string,
  has: (kind: (typeof instrumentKinds)[number]) => boolean,
) => z.refine<DatedInstrument>(({ kind, [field]: value }) => !kind || !value || has(kind), { error, path: [field] })

const rules = [
  f.dayOrder<DatedInstrument>('issuedOn', 'effectiveOn'),
  f.dayOrder<DatedInstrument>('issuedOn', 'expiresOn'),
  f.dayOrder<DatedInstrument>('effectiveOn', 'expiresOn'),
  f.dayOrder<DatedInstrument>('expiresOn', 'claimUntil'),
  f.dayOrder<DatedInstrument>('issuedOn', 'maturesOn'),
  onlyFor('facilityId', 'is for bank guarantees', isBankGuarantee),
  onlyFor('expiresOn', 'is for guarantees and surety bonds', isGuarantee),
  onlyFor('claimUntil', 'is for guarantees and surety bonds', isGuarantee),
  onlyFor('maturesOn', 'is for deposit receipts and certificates', isReceipt),
] as const

/** The states in which an instrument can be entered, because a new register has papers that are under way already. */
export const enteredStates = ['DRAFT', 'REQUESTED', 'ISSUED', 'LODGED'] as const

export const instrumentInput = z
  .strictObject({
    ...r.createBody(instrumentFields, {}, r.namesOf(computedFields)).shape,
    state: z._default(z.enum(enteredStates), 'DRAFT'),
    /** The day since which it has this state. If left out: the day of issue for ISSUED, else today. */
    happenedOn: f.optional(f.day),
    /** The plan of this guarantee, which becomes ISSUED. */
    planId: f.optional(f.id),
    /** The deposits that it secures from now on: 50 at most. */
    depositIds: f.optional(z.array(f.id).check(z.maxLength(50, { error: 'must be at most {max} deposits' }))),
  })
  .check(...rules)
export const instrumentEdit = r.editBody(instrumentFields, r.namesOf(computedFields)).check(...rules)

/** The quick filters of instruments. UNDER_WAY are those in one of `statesUnderWay`. */
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
  /** Each word must occur in the number, the bank, the branch, the beneficiary or the department. */
  search: textFilter,
  quickFilters: everyOf(instrumentQuickFilters),
  kind: anyOf(instrumentKinds),
  state: anyOf(instrumentStates),
  number: textFilter,
  issuer: textFilter,
  branch: textFilter,
  favouring: textFilter,
  heldBy: anyOf(instrumentHolders),
  facilityId: anyIds,
  ...officeFilters,
  group: ofGroup(instrumentGroups),
}

export const audited = {
  instruments: { record: instrument, labels: instrumentColumnLabels },
}

export const filterInstruments = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the register of instruments',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(registerFilters, instrument),
  response: z.extend(page(instrument), {
    /** The total of all instruments found, in rupees. */
    total: z.nullable(f.total),
  }),
})

export const countInstruments = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number and sum of the instruments of a search that meet each quick filter',
  allow: { module: 'Contracts', can: 'canView' },
  body: countBody(registerFilters),
  response: quickCounts(instrumentQuickFilters),
})

export const listInstrumentGroups = endpoint({
  method: 'POST',
  path: `${base}/groups`,
  summary: 'The groups of the instruments of a search, with the sum of each',
  allow: { module: 'Contracts', can: 'canView' },
  body: groupBody(instrumentGroups, countBody(registerFilters).shape),
  response: grouped(['amount']),
})

export const exportInstruments = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The instruments found by a search as a sheet, with the requested columns',
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
  summary: 'Create an instrument in its present state, with its deposits',
  allow: { module: 'Contracts', can: 'canCreate' },
  // Entering an instrument with deposits changes each of those deposits.
  alsoFor: {
    planId: { module: 'Payments', can: 'canEdit' },
    depositIds: { module: 'Contracts', can: 'canEdit' },
  },
  status: 201,
  body: instrumentInput,
  response: instrument,
})

export const updateInstrument = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change an instrument; once it is issued, only events change its kind, amount and days',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: instrumentEdit,
  response: instrument,
})

export const deleteInstrument = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an instrument without deposits and liens',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})

/** A deposit that an instrument secures. */
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
  summary: 'The deposits of an instrument, oldest first',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: z.array(instrumentDeposit),
})
