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

export const about = 'Letters that ask an office of a department for deposits: drafted, sent, answered.'

const base = '/project/api/refund-requests'

/** A sent request becomes CLOSED by itself once none of its deposits is open any more. */
export const requestStates = ['DRAFT', 'SENT', 'ANSWERED', 'CLOSED', 'WITHDRAWN'] as const
export type RequestState = (typeof requestStates)[number]

export const sendingMeans = ['HAND', 'POST', 'COURIER', 'EMAIL', 'PORTAL'] as const
export type SendingMeans = (typeof sendingMeans)[number]

/** The most deposits of one letter. */
export const maxRequested = 200

const letterTexts = letterTextsOf.REFUND_REQUEST

const letterFields = {
  /** The office that has all the deposits of the request. */
  officeId: f.id,
  language: f.language,
  ...letterTexts,
  letterOn: f.day,
  /** Whether the letter goes to the office above the one that has the deposits. */
  toParent: f.active,
}

const sending = {
  sentOn: f.day,
  sentByMeans: z.enum(sendingMeans),
  /** The number in the dispatch register, or that of the post or the courier. */
  dispatchRef: f.optional(f.text(100)),
}

const answering = {
  answeredOn: f.day,
  /** The text of the office's answer. */
  answer: f.optional(f.text(2_000)),
  /** The number of the company's letter, or of the answer, in the office's register. */
  inwardRef: f.optional(f.text(100)),
}

/** The label of each field on the screen and in exports. */
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

/** The fields that the server sets when a request is drafted, sent and answered, or computes from its deposits. */
const listedServerFields = {
  /** For example RR/2026-27/001, with the financial year of the letter. */
  number: z.string(),
  ...ofOffice,
  /** The number of deposits, the amount asked for, and the part of the deposits that is open now, both in rupees. */
  depositCount: z.int(),
  amount: f.total,
  openAmount: f.total,
  state: z.enum(requestStates),
  sentOn: z.nullable(f.day),
  /** Null unless the request waits for an answer. */
  daysSinceSent: z.nullable(z.int()),
  sentByMeans: z.nullable(z.enum(sendingMeans)),
  dispatchRef: z.nullable(z.string()),
  answeredOn: z.nullable(f.day),
  inwardRef: z.nullable(z.string()),
  ...r.authors,
}

/** A request as its list shows it. */
export const listedRequest = r.stored({
  id: f.id,
  officeId: f.id,
  subject: z.string(),
  letterOn: f.day,
  ...listedServerFields,
})
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

/** A deposit as letters and lists of requests show it. */
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
  /** The part that is open now, in rupees. */
  openAmount: f.total,
  dueOn: z.nullable(f.day),
}

export const requestedDeposit = z.object({
  ...namedDeposit,
  /** The part that the letter asks for, in rupees. */
  amount: f.money,
})
export type RequestedDeposit = z.infer<typeof requestedDeposit>

const serverFields = {
  answer: z.nullable(z.string()),
  /** The document of the request that holds the letter as it was sent. */
  documentId: z.nullable(f.id),
}

export const refundRequest = z.extend(listedRequest, {
  language: f.language,
  toParent: z.boolean(),
  body: z.string(),
  enclosures: z.nullable(z.string()),
  /** Oldest deposit first. */
  deposits: z.array(requestedDeposit),
  ...serverFields,
})
export type RefundRequest = z.infer<typeof refundRequest>

/**
 * The deposits to ask for. Without an amount, the letter asks for the open part. The other fields of a stored request are accepted
 * and ignored.
 */
const requestedDeposits = z
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

const serverSet = [...r.namesOf(listedServerFields), ...r.namesOf(serverFields)]

/** The fields of a new draft. Subject and body come from the template where the draft has none of its own. */
const draftFields = {
  ...letterFields,
  language: f.optional(f.language),
  /** If left out: the standard letter for the deposits asked for, in the draft's language. */
  templateId: f.optional(f.id),
  subject: f.optional(letterTexts.subject),
  body: f.optional(letterTexts.body),
  /** If left out: today. */
  letterOn: f.optional(f.day),
  /** If left out: true after two letters, calls or visits, where there is an office above. */
  toParent: f.optional(f.active),
  deposits: f.optional(requestedDeposits),
}

export const refundRequestInput = r.createBody(draftFields, {}, serverSet)
export const refundRequestEdit = r.editBody({ ...letterFields, deposits: requestedDeposits }, serverSet)

const requestFilters = {
  /** Each word must occur in the number, the subject, the dispatch or inward reference, or the department. */
  search: textFilter,
  state: anyOf(requestStates),
  ...officeFilters,
  /** The first and the last day of sending, both included. */
  sentFrom: filterBy(f.day),
  sentTo: filterBy(f.day),
  /** Only requests that name this deposit. */
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
    /** The amount that all requests found ask for, in rupees. */
    total: z.nullable(f.total),
  }),
})

export const exportRefundRequests = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The requests found by a search as a sheet, with the requested columns',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(requestFilters, listedRequest),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const askableDeposit = z.object({
  ...namedDeposit,
  /** Whether the deposit is due today or was due earlier, so that a letter would ask for it now. */
  isDue: z.boolean(),
  daysOverdue: z.nullable(z.int()),
  /** The last letter that asked for the deposit, and the draft that names it. */
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
  summary: 'The open deposits of an office that can be asked for, the longest due first',
  allow: { module: 'Contracts', can: 'canView' },
  query: z.strictObject({ officeId: f.id }),
  response: z.array(askableDeposit),
})

export const checkRefundRequest = endpoint({
  method: 'POST',
  path: `${base}/check`,
  summary: 'Preview a letter, stored or not, with the placeholders that have no value',
  allow: { module: 'Contracts', can: 'canView' },
  body: z.strictObject({
    ...draftFields,
    /** A stored request, whose number is shown in the letter. */
    requestId: f.optional(f.id),
  }),
  response: z.object({
    /** The texts with their placeholders: those of the body, else those of the template. */
    subject: z.string(),
    body: z.string(),
    enclosures: z.nullable(z.string()),
    /**
     * Whether the letter goes to the office above, as the body says or the server proposes; the name of that office; and the
     * number of letters, calls and visits before this letter.
     */
    toParent: z.boolean(),
    parentName: z.nullable(z.string()),
    contactsBefore: z.int(),
    letter: letterContent,
    /** The placeholders that have no value, in the order of the letter. */
    emptyFields: z.array(z.enum(officeLetterFieldNames)),
  }),
})

export const getRefundRequest = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One request with its deposits',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: refundRequest,
})

export const downloadRefundLetter = endpoint({
  method: 'GET',
  path: `${base}/:id/letter`,
  summary: 'The letter as a file; once it is sent, the PDF is the stored copy',
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
  summary: 'Change a draft; the given deposits replace the previous ones',
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
  summary: 'Record that a letter was sent: its deposits become requested, and a copy of the letter is stored',
  allow: { module: 'Contracts', can: 'canEdit' },
  status: 201,
  params: f.idParams,
  body: z.strictObject(sending),
  response: refundRequest,
})

export const setRefundAnswer = endpoint({
  method: 'POST',
  path: `${base}/:id/answer`,
  summary: 'Record the answer of the office',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject(answering),
  response: refundRequest,
})

export const cancelRefundRequest = endpoint({
  method: 'POST',
  path: `${base}/:id/withdraw`,
  summary: 'Withdraw a letter: deposits that no other letter asks for return to their previous status',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  response: refundRequest,
})
