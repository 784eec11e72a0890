import * as z from 'zod/mini'
import { endpoint, fieldFault } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'
import { typedHeads } from './bill-engine/bill.ts'
import { billedSheet, billFigures, decimalText, previousBill, previousFigures } from './bill-figures.ts'
import { billingEnds, billKinds, billStatuses } from './bill-states.ts'
import { inputDigest, memorandumInput } from './memorandum-input.ts'
import { resolvedTerms } from './resolved-terms.ts'

export const about =
  'Running bills of agreements with clients: the amount claimed since the last bill, and the amount that the memorandum of payment passes.'

const base = '/payment/api/bills'
const module = 'Payments'

/** TYPED: the work is one amount. ITEMS: it is computed from the bill's measurement sheets and the items of the schedule. */
export const workSources = ['TYPED', 'ITEMS'] as const
export type WorkSource = (typeof workSources)[number]

/** An amount since the last bill that is not computed from a percentage. Entries of the same head are added. */
export const typedEntry = z.strictObject({
  head: z.enum(typedHeads),
  since: f.signedMoney,
  note: f.optional(f.text(500)),
})
export type TypedEntry = z.infer<typeof typedEntry>

/** The maximum number of typed amounts in one bill. */
export const maxTyped = 50

/** The editable fields of a bill that lists show. */
const listedFields = {
  /** The department's name for the bill, if it is not `RA-` and the number. */
  title: f.optional(f.text(100)),
  /** No other bill follows the final one. */
  kind: z.enum(billKinds),
  /** The day that determines the percentages. */
  billDate: f.day,
  /** The last day of the work: not after the day of the bill. */
  uptoDate: f.day,
  /** Work done since the beginning, with the tender percentage. In a bill by items it is computed, and null in a draft. */
  workUpto: f.optional(f.money),
  /** Sanctioned price variation since the beginning, and permanent lump cuts. */
  variationUpto: f.signedMoney,
  comment: f.optional(f.text(2000)),
}

export const billFields = {
  ...listedFields,
  typed: z.array(typedEntry).check(z.maxLength(maxTyped, { error: 'must be at most {max} entries' })),
}

/** The label of each field on the screen and in exports. */
export const billLabels = {
  name: 'Bill',
  number: 'Bill no.',
  agreementId: 'Agreement',
  title: 'Title',
  kind: 'Kind',
  workSource: 'Work is entered',
  status: 'Status',
  billDate: 'Bill date',
  uptoDate: 'Work up to',
  workUpto: 'Work done up to date',
  variationUpto: 'Price variation up to date',
  typed: 'Typed amounts',
  comment: 'Comment',
  netClaimed: 'Net claimed',
  netPassed: 'Net passed',
  short: 'Passed short by',
  workPassed: 'Work passed up to date',
  memoNo: 'Memorandum no.',
  passedOn: 'Passed on',
  returnReason: 'Reason of return',
  cancelReason: 'Reason of cancelling',
  takenBackReason: 'Why a memorandum was taken back',
} as const

/** The fields of a bill beside the editable ones. */
const unedited = {
  /** The number within the agreement, one more than the last. A cancelled bill keeps its number. */
  number: z.int(),
  /** Its title, or `RA-` and its number. */
  name: z.string(),
  agreementId: f.id,
  agreementNumber: z.string(),
  agreementName: z.string(),
  partyName: z.string(),
  /** Chosen when the bill is created; the same for all submitted bills of an agreement. */
  workSource: z.enum(workSources),
  /** Taken from the agreement, like its number, name and client, at submission. */
  ourGstin: z.nullable(z.string()),
  status: z.enum(billStatuses),
  /** At the last submission; null for a draft. */
  netClaimed: z.nullable(f.signedMoney),
  netPassed: z.nullable(f.signedMoney),
  /** Claimed minus passed; negative if more was passed. Null until the bill is passed. */
  short: z.nullable(f.total),
  workPassed: z.nullable(f.money),
  memoNo: z.nullable(z.string()),
  passedOn: z.nullable(f.day),
  /** The reason of the last return. */
  returnReason: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  /** The reason for which a memorandum was last taken back. */
  takenBackReason: z.nullable(z.string()),
  ...r.authors,
}

/** A bill as lists show it. */
export const listedBill = r.stored({ id: f.id, ...listedFields, ...unedited })
export type ListedBill = z.infer<typeof listedBill>

/** The label of each column of the list. */
export const billColumnLabels = {
  ...r.stampLabels,
  ...billLabels,
  agreementNumber: 'Agreement no.',
  agreementName: 'Name of work',
  partyName: 'Client',
  ourGstin: 'Our GSTIN',
} as const

/** A bill with its figures. */
export const bill = z.extend(listedBill, {
  typed: billFields.typed,
  /** The sheets that its items come from, by number; empty for typed work. Those of a cancelled bill are free again. */
  sheets: z.array(billedSheet),
  /** Why the work cannot be computed from the items: an item has no rate, or a negative quantity. */
  workFaults: z.array(fieldFault),
  /** For drafts and returned bills the figures if submitted now, null if something is missing. Otherwise those at submission. */
  claimed: z.nullable(billFigures),
  passed: z.nullable(billFigures),
  /** The digest of the inputs, sent along by a user who saw the figures; null if something is missing. */
  inputDigest: z.nullable(inputDigest),
  /** The terms and their sources; if something is missing, `terms` is null and `faults` say why. */
  ...resolvedTerms.shape,
  /** The figures that the bill starts from; null for a first bill. */
  previous: z.nullable(previousFigures),
  previousBill: z.nullable(previousBill),
  /** Why no bill can follow, and a draft cannot be submitted; null if nothing prevents it. */
  billingEnd: z.nullable(z.enum(billingEnds)),
  /** A later bill was submitted, and starts from this one. */
  hasLater: z.boolean(),
})
export type Bill = z.infer<typeof bill>

const fixed = ['agreementId', 'number', 'workSource'] as const
const isFixed = (name: string): name is (typeof fixed)[number] => fixed.some((one) => one === name)
const computed = r.namesOf(unedited).filter((key): key is Exclude<typeof key, (typeof fixed)[number]> => !isFixed(key))
const figureFields = [
  ...r.namesOf(resolvedTerms.shape),
  'claimed',
  'passed',
  'inputDigest',
  'previous',
  'previousBill',
  'billingEnd',
  'hasLater',
  'sheets',
  'workFaults',
] as const

interface EnteredWork {
  workSource?: WorkSource | undefined
  workUpto?: number | null | undefined
}

export const billInput = r
  .createBody(
    {
      agreementId: f.id,
      /** Allowed for the first bill of an agreement that was taken over; every later number is the last plus one. */
      number: f.optional(f.whole(1, 999)),
      workSource: z.enum(workSources),
      ...billFields,
    },
    { kind: 'RUNNING', workSource: 'TYPED', variationUpto: 0, typed: [] },
    [...computed, ...figureFields],
  )
  .check(
    f.dayOrder('uptoDate', 'billDate'),
    z.refine<EnteredWork>(({ workSource, workUpto }) => workSource === 'ITEMS' || typeof workUpto === 'number', {
      error: 'is required',
      path: ['workUpto'],
    }),
  )

/** Agreement, number and source of the work never change. */
export const billEdit = r
  .editBody(billFields, [...computed, ...figureFields, ...fixed])
  .check(f.dayOrder('uptoDate', 'billDate'))

/** The common searches. PASSED_SHORT: less was passed than claimed. */
export const billQuickFilters = ['DRAFTS', 'WITH_DEPARTMENT', 'PASSED_SHORT'] as const
export type BillQuickFilter = (typeof billQuickFilters)[number]

const billFilters = {
  /** Each word must occur in the name, number, memorandum, agreement or client. */
  search: textFilter,
  quickFilters: everyOf(billQuickFilters),
  status: anyOf(billStatuses),
  kind: anyOf(billKinds),
  agreementId: filterBy(f.id),
  /** The bill that contains this measurement sheet. */
  sheetId: filterBy(f.id),
  billFrom: filterBy(f.day),
  billTo: filterBy(f.day),
}

export const audited = { bills: { record: listedBill, labels: billColumnLabels } }

export const filterBills = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the bills of agreements with clients',
  allow: { module, can: 'canView' },
  body: filterBody(billFilters, listedBill),
  response: page(listedBill),
})

export const countBills = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of bills of a search that meet each quick filter',
  allow: { module, can: 'canView' },
  body: countBody(billFilters),
  response: quickCounts(billQuickFilters),
})

export const exportBills = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The bills found by a search as a file, with the requested columns',
  allow: { module, can: 'canReport' },
  body: exportBody(billFilters, listedBill),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

/** An agreement that can be billed: with a client, signed, not closed and without a final bill. */
export const billableAgreement = z.object({
  id: f.id,
  number: z.string(),
  name: z.string(),
  partyName: z.string(),
})
export type BillableAgreement = z.infer<typeof billableAgreement>

export const listBillableAgreements = endpoint({
  method: 'GET',
  path: `${base}/agreements`,
  summary: 'The agreements that can be billed, by number',
  allow: { module, can: 'canView' },
  response: z.array(billableAgreement),
})

/** The inputs with which the form of a bill computes it as the server would. */
export const nextBill = z.extend(resolvedTerms, {
  /** The day of the bill, which determines the percentages; today if the query has none. */
  day: f.day,
  /** The number of the edited bill, or of the next one. */
  number: z.int(),
  /** No bill exists yet, so the number can be chosen. */
  isFirst: z.boolean(),
  previous: z.nullable(previousFigures),
  previousBill: z.nullable(previousBill),
  /** The draft that the agreement already has; a second one is not allowed. Null if it is the edited bill. */
  draftId: z.nullable(f.id),
  /** That of the edited bill, or of earlier bills; null if the next bill can choose. */
  workSource: z.nullable(z.enum(workSources)),
  /** The bill by items, from its sheets, or for a next bill from the free sheets up to the day. Null without a schedule. */
  byItems: z.nullable(
    z.object({
      sheets: z.int(),
      /** Null if there are faults. */
      workUpto: z.nullable(decimalText),
      faults: z.array(fieldFault),
    }),
  ),
})
export type NextBill = z.infer<typeof nextBill>

export const getNextBill = endpoint({
  method: 'GET',
  path: '/payment/api/agreements/:agreementId/next-bill',
  summary: 'The inputs of the next bill of an agreement on a day, or of one of its bills that is not submitted',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  /** `terms.isFinal` is that of the edited bill, and false for a next one. Sheets count up to `uptoDate`, or up to the day. */
  query: z.strictObject({ day: filterBy(f.day), uptoDate: filterBy(f.day), billId: filterBy(f.id) }),
  response: nextBill,
})

export const getBill = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One bill with its claimed and passed figures',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: bill,
})

export const listBillStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'The status changes of a bill, newest first',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createBill = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create the next bill of an agreement, as a draft',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: billInput,
  response: bill,
})

export const updateBill = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a draft or returned bill',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: billEdit,
  response: bill,
})

export const deleteBill = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a draft of a bill; its number can be used again',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

export const submitBill = endpoint({
  method: 'POST',
  path: `${base}/:id/submit`,
  summary: 'Submit a bill to the department; its figures of that moment are stored',
  allow: { module, can: 'canEdit' },
  seen: 'inputDigest',
  params: f.idParams,
  /** The digest that the user saw; a different present one answers 412. */
  body: z.strictObject({ inputDigest }),
  response: bill,
})

export const returnBill = endpoint({
  method: 'POST',
  path: `${base}/:id/return`,
  summary: 'Record that the department returned a bill; it can be changed and submitted again, or cancelled',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ returnReason: f.requiredText(2000) }),
  response: bill,
})

export const cancelBill = endpoint({
  method: 'POST',
  path: `${base}/:id/cancel`,
  summary: 'Cancel a returned bill; it keeps its number',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ cancelReason: f.requiredText(2000) }),
  response: bill,
})

export const passBill = endpoint({
  method: 'POST',
  path: `${base}/:id/pass`,
  summary: 'Enter the memorandum of payment of a bill; the next bill starts from the passed figures',
  allow: { module, can: 'canEdit' },
  seen: 'inputDigest',
  params: f.idParams,
  body: memorandumInput,
  response: bill,
})

export const takeBackMemorandum = endpoint({
  method: 'POST',
  path: `${base}/:id/take-back`,
  summary: 'Take back a mistyped memorandum, unless a later bill was submitted; the bill is with the department again',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ takenBackReason: f.requiredText(2000) }),
  response: bill,
})
