import * as z from 'zod/mini'
import { letterTextLabels, letterTextsOf, officeLetterFieldNames } from '../documents/letter-fields.ts'
import { instrumentKinds } from '../guarantees/instrument-moves.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { letterContent, letterFormats, letterTypes } from '../kernel/letter.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { officeColumnLabels, officeFilters, ofOffice } from '../tenders/contracts.ts'
import { depositPurposes } from './deposit-releases.ts'
import { depositStatuses } from './deposits.ts'

export const about = 'Letters to an office of a department that ask for deposits: drafted, sent, answered.'

const base = '/project/api/refund-requests'

/** A request that was sent is closed by itself once nothing that it names is open any more. */
export const requestStates = ['DRAFT', 'SENT', 'ANSWERED', 'CLOSED', 'WITHDRAWN'] as const
export type RequestState = (typeof requestStates)[number]

export const sendingMeans = ['HAND', 'POST', 'COURIER', 'EMAIL', 'PORTAL'] as const
export type SendingMeans = (typeof sendingMeans)[number]

/** The most deposits of one letter. */
export const maxRequested = 200

/** Every letter to an office has the same fields. */
const letterTexts = letterTextsOf.REFUND_REQUEST

const written = {
  /** All that is asked for lies with this office. */
  officeId: f.id,
  language: f.language,
  ...letterTexts,
  letterOn: f.day,
  /** It is written to the office above the one that the deposits lie with. */
  toParent: f.active,
}

const sending = {
  sentOn: f.day,
  sentByMeans: z.enum(sendingMeans),
  /** Number of the dispatch register, of the post or of the courier. */
  dispatchRef: f.optional(f.text(100)),
}

const answering = {
  answeredOn: f.day,
  /** What they wrote. */
  answer: f.optional(f.text(2_000)),
  /** The number under which our letter, or their answer, is in their register. */
  inwardRef: f.optional(f.text(100)),
}

/** What each field is called on the screen and in exports. */
export const refundRequestLabels = {
  number: 'Number',
  officeId: 'Office',
  language: 'Language',
  ...letterTextLabels,
  letterOn: 'Letter of',
  toParent: 'To the office above',
  deposits: 'Deposits',
  sentOn: 'Sent on',
  sentByMeans: 'Sent by',
  dispatchRef: 'Dispatch reference',
  answeredOn: 'Answered on',
  answer: 'Answer',
  inwardRef: 'Inward reference',
} as const

/** What a request has by its writing, sending and answering, and by what becomes of its deposits. */
const kept = {
  /** As RR/2026-27/001, by the financial year of the letter. */
  number: z.string(),
  ...ofOffice,
  /** How many deposits it names, what it asks for, and what of them is open now, in rupees. */
  depositCount: z.int(),
  amount: f.total,
  openAmount: f.total,
  state: z.enum(requestStates),
  sentOn: z.nullable(f.day),
  /** Of one that waits for an answer. */
  daysSinceSent: z.nullable(z.int()),
  sentByMeans: z.nullable(z.enum(sendingMeans)),
  dispatchRef: z.nullable(z.string()),
  answeredOn: z.nullable(f.day),
  inwardRef: z.nullable(z.string()),
  ...r.authors,
}

/** A request as its list shows it. */
export const listedRequest = r.stored({ id: f.id, officeId: f.id, subject: z.string(), letterOn: f.day, ...kept })
export type ListedRequest = z.infer<typeof listedRequest>

export const requestColumnLabels = {
  number: refundRequestLabels.number,
  ...officeColumnLabels,
  subject: refundRequestLabels.subject,
  depositCount: 'Deposits',
  amount: 'Amount',
  openAmount: 'Still open',
  letterOn: refundRequestLabels.letterOn,
  state: 'State',
  sentOn: refundRequestLabels.sentOn,
  daysSinceSent: 'Days since sent',
  sentByMeans: refundRequestLabels.sentByMeans,
  dispatchRef: refundRequestLabels.dispatchRef,
  answeredOn: refundRequestLabels.answeredOn,
  inwardRef: refundRequestLabels.inwardRef,
} as const

/** A deposit as a letter names it. */
const namedDeposit = {
  depositId: f.id,
  contractId: f.id,
  contractName: z.string(),
  bidId: z.nullable(z.string()),
  referenceNo: z.nullable(z.string()),
  depositType: z.string(),
  purpose: z.enum(depositPurposes),
  instrumentNo: z.string(),
  instrumentKind: z.nullable(z.enum(instrumentKinds)),
  status: z.enum(depositStatuses),
  /** What is open of it now, in rupees. */
  openAmount: f.total,
  dueOn: z.nullable(f.day),
}

export const requestedDeposit = z.object({
  ...namedDeposit,
  /** What the letter asks for of it, in rupees. */
  amount: f.money,
})
export type RequestedDeposit = z.infer<typeof requestedDeposit>

const keptBeside = {
  answer: z.nullable(z.string()),
  /** The letter as it was sent, a document of the request. */
  documentId: z.nullable(f.id),
}

export const refundRequest = z.extend(listedRequest, {
  language: f.language,
  toParent: z.boolean(),
  body: z.string(),
  enclosures: z.nullable(z.string()),
  /** Oldest deposit first. */
  deposits: z.array(requestedDeposit),
  ...keptBeside,
})
export type RefundRequest = z.infer<typeof refundRequest>

/** What is asked for: of each deposit what is open, where no amount is given. What a stored request tells besides is not read. */
const asked = z
  .array(
    z.strictObject({
      depositId: f.id,
      amount: f.optional(f.positiveMoney),
      ...r.ignored(...r.namesOf(namedDeposit).filter((name) => name !== 'depositId')),
    }),
  )
  .check(
    z.maxLength(maxRequested, { error: 'must be at most {max} deposits' }),
    z.refine((deposits) => new Set(deposits.map(({ depositId }) => depositId)).size === deposits.length, {
      error: 'must name each deposit once',
    }),
  )

const serverSet = [...r.namesOf(kept), ...r.namesOf(keptBeside)]

/** A letter that is drafted. Its words are those of the template where it has none of its own. */
const drafted = {
  ...written,
  language: f.optional(f.language),
  /** Nothing said: the standard letter for what is asked for, in its language. */
  templateId: f.optional(f.id),
  subject: f.optional(letterTexts.subject),
  body: f.optional(letterTexts.body),
  /** Nothing said: today. */
  letterOn: f.optional(f.day),
  /** Nothing said: from the third letter on, where there is an office above. */
  toParent: f.optional(f.active),
  deposits: f.optional(asked),
}

export const refundRequestInput = r.createBody(drafted, {}, serverSet)
export const refundRequestEdit = r.editBody({ ...written, deposits: asked }, serverSet)

const requestFilters = {
  /** Words, each of them in any part of number, subject, dispatch or inward reference, or department. */
  search: textFilter,
  state: anyOf(requestStates),
  ...officeFilters,
  /** Sent on these days, both included. */
  sentFrom: filterBy(f.day),
  sentTo: filterBy(f.day),
  /** Which name this deposit. */
  depositId: filterBy(f.id),
}

export const requestedDepositLabels = { amount: 'Amount' } as const

export const audited = {
  refund_requests: { record: refundRequest, labels: refundRequestLabels },
  refund_request_items: { record: requestedDeposit, labels: requestedDepositLabels },
}

export const filterRefundRequests = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the requests for refunds and releases',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(requestFilters, listedRequest),
  response: z.extend(page(listedRequest), {
    /** What every request found asks for, in rupees. */
    total: z.nullable(f.total),
  }),
})

export const exportRefundRequests = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The requests of a search as a sheet, in the columns asked for',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(requestFilters, listedRequest),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const askableDeposit = z.object({
  ...namedDeposit,
  /** It is due, today or since: what a letter would ask for now. */
  isDue: z.boolean(),
  daysOverdue: z.nullable(z.int()),
  /** The last letter that asked for it, and the draft that does. */
  requestId: z.nullable(f.id),
  requestNumber: z.nullable(z.string()),
  askedOn: z.nullable(f.day),
  draftId: z.nullable(f.id),
  draftNumber: z.nullable(z.string()),
})
export type AskableDeposit = z.infer<typeof askableDeposit>

export const listAskableDeposits = endpoint({
  method: 'GET',
  path: `${base}/askable`,
  summary: 'What is open of an office and can be asked for, the longest due first',
  allow: { module: 'Contracts', can: 'canView' },
  query: z.strictObject({ officeId: f.id }),
  response: z.array(askableDeposit),
})

export const checkRefundRequest = endpoint({
  method: 'POST',
  path: `${base}/check`,
  summary: 'What a letter would say, stored or not, and which of its fields have nothing to be filled in with',
  allow: { module: 'Contracts', can: 'canView' },
  body: z.strictObject({
    ...drafted,
    /** Of a request that is stored: its number stands in the letter. */
    requestId: f.optional(f.id),
  }),
  response: z.object({
    /** The words as they are before anything is filled in: those given, else those of the template. */
    subject: z.string(),
    body: z.string(),
    enclosures: z.nullable(z.string()),
    /** Whether it is written to the office above, as was said or is proposed; who that is, and how many letters, calls and visits there were before. */
    toParent: z.boolean(),
    parentName: z.nullable(z.string()),
    contactsBefore: z.int(),
    letter: letterContent,
    /** The fields that are named and empty, in the order of the letter. */
    emptyFields: z.array(z.enum(officeLetterFieldNames)),
  }),
})

export const getRefundRequest = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One request, with the deposits that it names',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: refundRequest,
})

export const downloadRefundLetter = endpoint({
  method: 'GET',
  path: `${base}/:id/letter`,
  summary: 'The letter as a file; of one that was sent the PDF is what was kept when it was',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  query: z.strictObject({ format: z._default(z.enum(letterFormats), 'pdf') }),
  download: Object.values(letterTypes),
  response: fileBytes,
})

export const createRefundRequest = endpoint({
  method: 'POST',
  path: base,
  summary: 'Draft a letter that asks an office for deposits',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: refundRequestInput,
  response: refundRequest,
})

export const updateRefundRequest = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a draft; the deposits given take the place of those it named',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: refundRequestEdit,
  response: refundRequest,
})

export const deleteRefundRequest = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a draft',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})

export const sendRefundRequest = endpoint({
  method: 'POST',
  path: `${base}/:id/send`,
  summary: 'Say that a letter was sent: its deposits are asked for from then on, and the letter is kept as it was',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: z.strictObject(sending),
  response: refundRequest,
})

export const setRefundAnswer = endpoint({
  method: 'POST',
  path: `${base}/:id/answer`,
  summary: 'Say what the office answered',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject(answering),
  response: refundRequest,
})

export const cancelRefundRequest = endpoint({
  method: 'POST',
  path: `${base}/:id/withdraw`,
  summary: 'Withdraw a letter: what no other letter asks for has the status again that it had before',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  response: refundRequest,
})
