import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import type { Kind } from '@plinth/api/kernel/kinds'
import type { Words } from '@plinth/api/kernel/words'
import type { RefusalCode } from '../kernel/errors.ts'

/** What the OpenAPI document says of the wire as a whole, for people who write programs against it. */

/** The introduction, in Markdown. */
export const about = `Every call of the product; its own screens use the same calls.

**Signing in.** \`login\` answers an access token, valid for some minutes, and a refresh token. Send the access token as
\`Authorization: Bearer …\`; when a call answers 401, exchange the refresh token for the next pair with \`refresh\`. Each refresh
token is valid once. A session sees only its own company: a record of another company answers 404, like a record that does not
exist.

**Refusals.** Every answer that is not a success is an \`ErrorAnswer\`: a stable \`code\`, a sentence for people (if it contains
values, also its \`parts\`: the \`text\` before they are inserted, and the \`values\`), and the fields at fault, if any. 500 has
the code \`internal\` and is a fault of the server. Every answer has an \`X-Request-Id\`, by which the operator finds the request
in the log.

**Repeated requests.** A call that creates a record accepts an \`Idempotency-Key\`: with the same key within 24 hours it gets the
first answer again and creates nothing more. 429 and 503 say in \`Retry-After\` how many seconds to wait.

**Concurrent edits.** Send a record’s \`updatedAt\` with an edit, as it was read: if somebody else has saved the record since,
nothing is changed and the answer is 412. Without it the last edit wins. An omitted field stays as it is, and null empties it. A
record may be sent back whole: fields that only the server sets are ignored.

**Values.** Amounts are rupees with at most two decimals. A day is \`YYYY-MM-DD\` without a time zone, a moment is ISO 8601 in
UTC. Pages are counted from 0. Some names are misspelt in the specification: \`extensionCoun\`, \`aggreementDate\`,
\`depositSubmitedDate\`, \`depositeReturnedDate\` and \`depositTransferedOwnAcDate\`.`

/** The units of kinds of fields. */
export const ofKinds: Partial<Record<Kind, string>> = {
  money: 'in rupees',
  percent: 'in per cent',
}

/** The description of a field that only the server sets. */
export const ofUnread = 'set by the server and ignored in a request'

/** The description of the body of an edit that has no other. */
export const ofEdits = 'An omitted field stays as it is, and null empties it.'

/** The name, description and example of each refusal, by its status. */
export const ofRefusals: Record<
  number,
  { name: string; description: string; example: ErrorAnswer & { code: RefusalCode } }
> = {
  400: {
    name: 'Invalid',
    description: 'The request is not as described; `fields` names each fault.',
    example: {
      code: 'invalid',
      message: 'closingDate must not be before openingDate',
      fields: [{ path: 'closingDate', message: 'must not be before openingDate' }],
    },
  },
  401: {
    name: 'NoSession',
    description: 'There is no session or it has ended, or the credentials are wrong.',
    example: { code: 'no_session', message: 'Please sign in.' },
  },
  403: {
    name: 'Forbidden',
    description: 'The caller lacks the permission, or must set up a second factor first.',
    example: { code: 'forbidden', message: 'You do not have permission to do this.' },
  },
  404: {
    name: 'NotFound',
    description: 'Absent, deleted or another company’s: one answer for all three.',
    example: { code: 'not_found', message: 'Not found' },
  },
  408: {
    name: 'TimedOut',
    description: 'The request took too long to arrive.',
    example: { code: 'timeout', message: 'The request took too long to arrive.' },
  },
  409: {
    name: 'Conflict',
    description: 'The request contradicts stored data, or its `Idempotency-Key` was used for another request.',
    example: {
      code: 'conflict',
      message: 'bidId is already used by another contract',
      fields: [{ path: 'bidId', message: 'is already used by another contract' }],
    },
  },
  412: {
    name: 'Stale',
    description: 'The record was saved after `updatedAt`. Nothing was changed.',
    example: {
      code: 'stale',
      message: 'Somebody saved this record after you opened it. Nothing of yours was saved yet.',
    },
  },
  413: {
    name: 'TooLarge',
    description: 'The request is larger than the call accepts.',
    example: { code: 'too_large', message: 'The request is too large.' },
  },
  415: {
    name: 'UnsupportedType',
    description: 'The call does not accept this media type, or the content of this file.',
    example: { code: 'unsupported_type', message: 'The content type must be application/json.' },
  },
  429: {
    name: 'TooMany',
    description: 'Too many requests of this kind; `Retry-After` says how long to wait.',
    example: { code: 'too_many', message: 'Too many requests. Please wait a moment.' },
  },
  503: {
    name: 'Unavailable',
    description: 'The database or the document store is unavailable for a moment.',
    example: { code: 'unavailable', message: 'The database is away for a moment. Please try again.' },
  },
  507: {
    name: 'DiskFull',
    description: 'The disk of the server is nearly full. Nothing was saved; reading still works.',
    example: { code: 'disk_full', message: 'The disk of the server is nearly full. Nothing was saved.' },
  },
}

/** The descriptions of the answers that are no refusals, by their status. */
export const ofSuccess: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done; the answer has no body.',
  206: 'The requested part of the file.',
  302: 'The file is in the document store, at `Location`.',
  304: 'The file has not changed since the answer with the tag in `If-None-Match`.',
  416: 'The file has no such part.',
}

/** The headers of requests and answers. */
export const ofHeaders = {
  'Idempotency-Key':
    'Any 8 to 200 visible characters, such as a UUID. A call with the same key within 24 hours gets the first answer again and creates nothing more; with another body it gets 409.',
  Range: 'One part of the file, as `bytes=0-1023`.',
  'X-Request-Id': 'The id of the request in the log of the server.',
  'Retry-After': 'The number of seconds to wait before the next attempt.',
  'WWW-Authenticate': 'How to sign in: `Bearer`, with `error="invalid_token"` if the token sent is not valid any more.',
  'Content-Disposition': 'The name for the saved file.',
  'Content-Range': 'The range of the answered part of the file.',
  'Accept-Ranges': '`bytes`: parts of the file can be requested.',
  Location: 'The address of the file, valid for some minutes.',
  ETag: 'The tag of the present state of the file.',
  'If-None-Match': 'The tag of the state of the file that the caller has.',
} as const

/** What is true of every entity. */
export const common: Words = {
  parameters: {
    keyword: 'The text to search for in names, in any case.',
  },
  descriptions: {
    id: 'the id of the record, which never changes',
    updatedAt:
      'the time of the last change; if an edit sends it back as it was read, a change by somebody else since then is noticed',
    createdAt: 'the time of creation',
    deletedAt: 'the time of deletion; null for a record that is not deleted',
    deletedBy: 'the id of the person who deleted it; null for a record that is not deleted',
    isDeleted: 'whether the record is deleted',
    createdBy: 'the id of the person who created it; null if no person of the company did',
    updatedBy: 'the id of the person who changed it last; null if no person of the company did',
    createdByName: 'the name of the person who created it',
    updatedByName: 'the name of the person who changed it last',
    tenantId: 'the id of the company',
    tenantName: 'the name of the company',
    contractId: 'the id of the contract',
    projectId: 'the id of the project',
    roleId: 'the id of the role',
  },
  examples: {
    id: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
    tenantId: '019a3c5e-0a00-7f31-8a4b-1c2d3e4f5a01',
    contractId: '019a3c5e-7b10-7c42-9d1e-5f0a2b6c4d11',
    projectId: '019a3c60-11d4-7a05-b3f2-8e7d6c5b4a21',
    createdBy: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
    updatedBy: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
    changedBy: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
    userId: '019a3c5f-2c88-7be0-a6d5-0f1e2d3c4b31',
    deletedAt: null,
    deletedBy: null,
    isDeleted: false,
    createdAt: '2026-04-02T05:12:44.318Z',
    updatedAt: '2026-06-03T10:41:07.502Z',
    createdByName: 'Asha Rao',
    updatedByName: 'Asha Rao',
    changedByName: 'Asha Rao',
    tenantName: 'Demo Infra',
    comment: 'Site handed over up to chainage 4+200.',
    name: 'Site office',
    language: 'en',
    size: 10,
    label: 'Contract name',
    page: 0,
    number: 0,
    totalPages: 1,
    totalElements: 1,
    direction: 'desc',
    from: '2026-04-01T00:00:00Z',
    to: '2027-03-31T23:59:59Z',
    fromStatus: 'SUBMITTED',
    toStatus: 'AWARDED',
    search: 'road',
    sort: { field: 'createdAt', direction: 'desc' },
    columns: ['contractName', 'status', 'closingDate'],
  },
  records: {
    errorAnswer: {
      description: 'Every answer that is not a success.',
      descriptions: {
        code: 'the reason of the refusal; unlike the message, it never changes',
        message: 'a sentence for people, in English',
        parts: 'the sentence before its values are inserted, and the values, for translation',
        fields: 'the fields at fault, by their names on the wire',
      },
    },
  },
}
