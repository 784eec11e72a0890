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
  'Running bills of agreements with clients: what is claimed since the last bill, and what the memorandum of payment passes of it.'

const base = '/payment/api/bills'
const module = 'Payments'

/** TYPED: the work is one amount. ITEMS: it is what the bill's measurement sheets come to, by the items of the schedule. */
export const workSources = ['TYPED', 'ITEMS'] as const
export type WorkSource = (typeof workSources)[number]

/** An amount since the last bill that no percentage gives. Several of one head add up. */
export const typedEntry = z.strictObject({
  head: z.enum(typedHeads),
  since: f.signedMoney,
  note: f.optional(f.text(500)),
})
export type TypedEntry = z.infer<typeof typedEntry>

/** The most amounts that are typed on one bill. */
export const maxTyped = 50

/** What is edited of a bill and stands in lists. */
const listedFields = {
  /** What the department calls it, where that is not `RA-` and its number. */
  title: f.optional(f.text(100)),
  /** After the final bill there is no other. */
  kind: z.enum(billKinds),
  /** The day that picks percentages. */
  billDate: f.day,
  /** Until when the work is counted: not after the day of the bill. */
  uptoDate: f.day,
  /** Work done since the beginning, with the tender percentage. By items it is computed, and null of a draft. */
  workUpto: f.optional(f.money),
  /** Sanctioned price variation since the beginning, and lump cuts for good. */
  variationUpto: f.signedMoney,
  comment: f.optional(f.text(2000)),
}

export const billFields = {
  ...listedFields,
  typed: z.array(typedEntry).check(z.maxLength(maxTyped, { error: 'must be at most {max} entries' })),
}

/** What each field is called on the screen and in exports. */
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

/** What a bill carries beside the fields that are edited. */
const found = {
  /** Of its agreement: each the one after the last. What is cancelled keeps its number. */
  number: z.int(),
  /** Its title, or `RA-` and its number. */
  name: z.string(),
  agreementId: f.id,
  agreementNumber: z.string(),
  agreementName: z.string(),
  partyName: z.string(),
  /** Said when it is begun; all bills of an agreement that were submitted have the same. */
  workSource: z.enum(workSources),
  /** Of the agreement, as its number, its name and its client: as the bill was submitted with them. */
  ourGstin: z.nullable(z.string()),
  status: z.enum(billStatuses),
  /** As it was last submitted; null of a draft. */
  netClaimed: z.nullable(f.signedMoney),
  netPassed: z.nullable(f.signedMoney),
  /** What was claimed and not passed; below zero where more was passed. Null until it is passed. */
  short: z.nullable(f.total),
  workPassed: z.nullable(f.money),
  memoNo: z.nullable(z.string()),
  passedOn: z.nullable(f.day),
  /** Why it came back, the last time. */
  returnReason: z.nullable(z.string()),
  cancelReason: z.nullable(z.string()),
  /** Why its memorandum was taken back, the last time. */
  takenBackReason: z.nullable(z.string()),
  ...r.authors,
}

/** A bill as its list shows it. */
export const listedBill = r.stored({ id: f.id, ...listedFields, ...found })
export type ListedBill = z.infer<typeof listedBill>

/** What each column of the list is called. */
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
  /** The sheets that its items are taken from, by their numbers; none of typed work. Of a cancelled bill they are free again. */
  sheets: z.array(billedSheet),
  /** Why the items come to no work yet: an item has no rate, or comes to less than nothing. */
  workFaults: z.array(fieldFault),
  /** Of a draft and of what came back: as it would be submitted now, none where something is missing. Else as it was submitted. */
  claimed: z.nullable(billFigures),
  passed: z.nullable(billFigures),
  /** Of what the figures are computed from, to be sent with what a person saw of them; none where something is missing. */
  inputDigest: z.nullable(inputDigest),
  /** What the figures are computed by and where that is from: terms are none, and faults say why, where something is missing. */
  ...resolvedTerms.shape,
  /** What they start from; none of a first bill. */
  previous: z.nullable(previousFigures),
  previousBill: z.nullable(previousBill),
  /** Why no bill follows this one, and a draft is not submitted; null where nothing stands in the way. */
  billingEnd: z.nullable(z.enum(billingEnds)),
  /** A later bill was submitted, and starts from this one. */
  hasLater: z.boolean(),
})
export type Bill = z.infer<typeof bill>

const fixed = ['agreementId', 'number', 'workSource'] as const
const isFixed = (name: string): name is (typeof fixed)[number] => fixed.some((one) => one === name)
const ofServer = r.namesOf(found).filter((name): name is Exclude<typeof name, (typeof fixed)[number]> => !isFixed(name))
const figures = [
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
      /** Of the first bill of an agreement that was taken over; every later one is the last and one. */
      number: f.optional(f.whole(1, 999)),
      workSource: z.enum(workSources),
      ...billFields,
    },
    { kind: 'RUNNING', workSource: 'TYPED', variationUpto: 0, typed: [] },
    [...ofServer, ...figures],
  )
  .check(
    f.dayOrder('uptoDate', 'billDate'),
    z.refine<EnteredWork>(({ workSource, workUpto }) => workSource === 'ITEMS' || typeof workUpto === 'number', {
      error: 'is required',
      path: ['workUpto'],
    }),
  )

/** The agreement, the number and the source of the work of a bill never change. */
export const billEdit = r
  .editBody(billFields, [...ofServer, ...figures, ...fixed])
  .check(f.dayOrder('uptoDate', 'billDate'))

/** What bills are mostly looked for by; PASSED_SHORT: less was passed than claimed. */
export const billQuickFilters = ['DRAFTS', 'WITH_DEPARTMENT', 'PASSED_SHORT'] as const
export type BillQuickFilter = (typeof billQuickFilters)[number]

const billFilters = {
  /** Words, each of them in any part of name, number, memorandum, agreement or client. */
  search: textFilter,
  quickFilters: everyOf(billQuickFilters),
  status: anyOf(billStatuses),
  kind: anyOf(billKinds),
  agreementId: filterBy(f.id),
  /** The bill that this measurement sheet is in. */
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
  summary: 'How many bills of a search each quick filter leaves',
  allow: { module, can: 'canView' },
  body: countBody(billFilters),
  response: quickCounts(billQuickFilters),
})

export const exportBills = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The bills of a search as a file, in the columns asked for',
  allow: { module, can: 'canReport' },
  body: exportBody(billFilters, listedBill),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

/** An agreement that can be billed: with a client, signed and not closed. */
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
  summary: 'The agreements that can be billed, by their numbers',
  allow: { module, can: 'canView' },
  response: z.array(billableAgreement),
})

/** All that the form of a bill needs to compute it as the server would. */
export const nextBill = z.extend(resolvedTerms, {
  /** Of the bill, which picks the percentages: today’s where none was asked for. */
  day: f.day,
  /** Of the bill that is edited, or of the next one. */
  number: z.int(),
  /** Nothing was billed yet: the number may be another. */
  isFirst: z.boolean(),
  previous: z.nullable(previousFigures),
  previousBill: z.nullable(previousBill),
  /** The draft that the agreement has already: there is no second one. Null for the bill that is edited. */
  draftId: z.nullable(f.id),
  /** Of the bill that is edited, or what earlier bills settle; null where the next one may have either. */
  workSource: z.nullable(z.enum(workSources)),
  /** The bill by items: of the sheets in it, or of a next one those that are free until the day. Null without a schedule. */
  byItems: z.nullable(
    z.object({
      sheets: z.int(),
      /** Null where faults say why. */
      workUpto: z.nullable(decimalText),
      faults: z.array(fieldFault),
    }),
  ),
})
export type NextBill = z.infer<typeof nextBill>

export const getNextBill = endpoint({
  method: 'GET',
  path: '/payment/api/agreements/:agreementId/next-bill',
  summary: 'What the next bill of an agreement is computed from on a day, or one of its bills that is not submitted',
  allow: { module, can: 'canView' },
  params: z.object({ agreementId: f.id }),
  /** `terms.isFinal` is that of the bill, and false of a next one. Sheets are counted until `uptoDate`, or the day. */
  query: z.strictObject({ day: filterBy(f.day), uptoDate: filterBy(f.day), billId: filterBy(f.id) }),
  response: nextBill,
})

export const getBill = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One bill with what is claimed and what was passed',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: bill,
})

export const listBillStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'Every status a bill has had, newest first',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createBill = endpoint({
  method: 'POST',
  path: base,
  summary: 'Begin the next bill of an agreement, as a draft',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: billInput,
  response: bill,
})

export const updateBill = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a draft of a bill, or one that came back',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: billEdit,
  response: bill,
})

export const deleteBill = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a draft of a bill: its number is free again',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

export const submitBill = endpoint({
  method: 'POST',
  path: `${base}/:id/submit`,
  summary: 'Submit a bill to the department: its figures are kept as they are then',
  allow: { module, can: 'canEdit' },
  seen: 'inputDigest',
  params: f.idParams,
  /** Of the bill as the person saw it: where it is another one now the answer is 412. */
  body: z.strictObject({ inputDigest }),
  response: bill,
})

export const returnBill = endpoint({
  method: 'POST',
  path: `${base}/:id/return`,
  summary: 'The department sent a bill back: it is changed and submitted again, or cancelled',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ returnReason: f.requiredText(2000) }),
  response: bill,
})

export const cancelBill = endpoint({
  method: 'POST',
  path: `${base}/:id/cancel`,
  summary: 'Cancel a bill that came back and is not submitted again: it keeps its number',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ cancelReason: f.requiredText(2000) }),
  response: bill,
})

export const passBill = endpoint({
  method: 'POST',
  path: `${base}/:id/pass`,
  summary: 'Enter the memorandum of payment of a bill: what it passes is what the next one starts from',
  allow: { module, can: 'canEdit' },
  seen: 'inputDigest',
  params: f.idParams,
  body: memorandumInput,
  response: bill,
})

export const takeBackMemorandum = endpoint({
  method: 'POST',
  path: `${base}/:id/take-back`,
  summary:
    'Take a mistyped memorandum back, as long as no later bill was submitted: its bill is with the department again',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ takenBackReason: f.requiredText(2000) }),
  response: bill,
})
