import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import type { Kind } from '@plinth/api/kernel/kinds'
import type { Words } from '@plinth/api/kernel/words'
import type { RefusalCode } from '../kernel/errors.ts'

/** What the OpenAPI document says of the wire as a whole, for people who write programs against it. */

/** What the whole of it has in common, in Markdown. */
export const about = `Every call of the product: its own screens make these and no others.

**Signing in.** \`login\` answers an access token, good for minutes, and a refresh token. Send the first as
\`Authorization: Bearer …\`; when a call answers 401, \`refresh\` exchanges the second for the next pair. Each refresh token is
good once. Everything stays in the company of whoever is signed in; what belongs to another company answers 404, as what is
not there does.

**Refusals.** Every answer that is not a success is an \`ErrorAnswer\`: a stable \`code\` to tell apart by, a sentence for
people (where values stand in it also its \`parts\`: the \`text\` before, and the \`values\`), and the fields to mend where there
are any. 500 has the code \`internal\` and is a fault of the server. Every answer has an \`X-Request-Id\`, by which whoever runs
the installation finds the call in the log.

**Sending again.** A call that creates a record takes an \`Idempotency-Key\`: sent again with the same one within 24 hours,
it answers what it answered first and creates nothing more. 429 and 503 say in \`Retry-After\` how many seconds to wait.

**Two at once.** Send a record's \`updatedAt\` along, as it was read, when it is changed: if somebody else has saved it since,
nothing is changed and the answer is 412. Without one the last to save wins. A field left out of a change stays as it is, and
null empties it. A record may be sent back whole: what only the server sets is let in and not read.

**Values.** Amounts are rupees with at most two decimals. A day is \`YYYY-MM-DD\` and has no time zone, a moment is ISO 8601 in
UTC. Pages are counted from 0. Three names are misspelt for good: \`extensionCoun\`, \`aggreementDate\` and
\`depositSubmitedDate\` with its kin.`

/** What fields are counted or written in, where their names do not say it. */
export const ofKinds: Partial<Record<Kind, string>> = {
  money: 'in rupees',
  percent: 'in per cent',
}

/** What a field is that only the server sets. */
export const ofUnread = 'set by the server: what is sent is not read'

/** What the body of an edit is, where nothing else is said of it. */
export const ofEdits = 'A field left out stays as it is, and null empties it.'

/** How an answer that refuses is named and told of, by its status. */
export const ofRefusals: Record<
  number,
  { name: string; description: string; example: ErrorAnswer & { code: RefusalCode } }
> = {
  400: {
    name: 'Invalid',
    description: 'What was sent is not as described; `fields` names each fault.',
    example: {
      code: 'invalid',
      message: 'closingDate must not be before openingDate',
      fields: [{ path: 'closingDate', message: 'must not be before openingDate' }],
    },
  },
  401: {
    name: 'NoSession',
    description: 'No session, or one that is over; or what proves who the caller is does not fit.',
    example: { code: 'no_session', message: 'Please sign in.' },
  },
  403: {
    name: 'Forbidden',
    description: 'The caller lacks the permission, or has yet to set up a second factor.',
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
    description: 'It contradicts what is stored, or a key was used for something else.',
    example: {
      code: 'conflict',
      message: 'bidId is already used by another contract',
      fields: [{ path: 'bidId', message: 'is already used by another contract' }],
    },
  },
  412: {
    name: 'Stale',
    description: 'Somebody saved the record after `updatedAt`. Nothing was changed.',
    example: {
      code: 'stale',
      message: 'Somebody saved this record after you opened it. Nothing of yours was saved yet.',
    },
  },
  413: {
    name: 'TooLarge',
    description: 'More bytes than the call takes.',
    example: { code: 'too_large', message: 'The request is too large.' },
  },
  415: {
    name: 'UnsupportedType',
    description: 'Neither the media type that the call takes nor, of a file, content that is kept.',
    example: { code: 'unsupported_type', message: 'The content type must be application/json.' },
  },
  429: {
    name: 'TooMany',
    description: 'Too many requests of this kind; `Retry-After` says how long to wait.',
    example: { code: 'too_many', message: 'Too many requests. Please wait a moment.' },
  },
  503: {
    name: 'Unavailable',
    description: 'The database or the document store is away for a moment.',
    example: { code: 'unavailable', message: 'The database is away for a moment. Please try again.' },
  },
  507: {
    name: 'DiskFull',
    description: 'The disk of the server is nearly full: reading goes on. Nothing was saved.',
    example: { code: 'disk_full', message: 'The disk of the server is nearly full. Nothing was saved.' },
  },
}

/** What success is called, by its status. */
export const ofSuccess: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done; there is nothing to tell.',
  206: 'The part of the file that was asked for.',
  302: 'The file lies in the document store: fetch it from there.',
  304: 'The file is as it was when it was answered with the tag that `If-None-Match` names.',
  416: 'The file has no such part.',
}

/** The headers of requests and answers. */
export const ofHeaders = {
  'Idempotency-Key':
    'Any 8 to 200 visible characters of the caller’s own, such as a UUID. Sent again with the same one within 24 hours, the call answers what it answered first and creates nothing more; with another body it answers 409.',
  Range: 'One part of the file, as `bytes=0-1023`.',
  'X-Request-Id': 'What the log of the server calls the request.',
  'Retry-After': 'Seconds to wait before the call is made again.',
  'WWW-Authenticate':
    'How to sign in: `Bearer`, with `error="invalid_token"` where a token was sent that is no longer good.',
  'Content-Disposition': 'The name to keep the file under.',
  'Content-Range': 'Which part of the file it is.',
  'Accept-Ranges': '`bytes`: parts of the file may be asked for.',
  Location: 'Where the file lies, for minutes.',
  ETag: 'The tag of what the file is now.',
  'If-None-Match': 'The tag of the file that is known already.',
} as const

/** What is true of every entity. */
export const common: Words = {
  parameters: {
    keyword: 'What is looked for, anywhere in the names and whatever its case.',
  },
  descriptions: {
    id: 'never changes',
    updatedAt:
      'when it was last changed; sent along with a change as it was read, it has a change of somebody else noticed',
    createdAt: 'when it was entered',
    deletedAt: 'when it was deleted; null for what is there',
    deletedBy: 'the id of who deleted it; null for what is there',
    isDeleted: 'whether it was deleted',
    createdBy: 'the id of who entered it; null for what no person of the company did',
    updatedBy: 'the id of who last changed it; null for what no person of the company did',
    createdByName: 'who entered it, by name',
    updatedByName: 'who last changed it, by name',
    tenantId: 'the id of the company',
    tenantName: 'the name of the company',
    contractId: 'the id of the contract',
    projectId: 'the id of the project',
    roleId: 'the id of the role',
    number: 'which page this is, counted from 0',
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
    number: 0,
    totalPages: 1,
    totalElements: 1,
    direction: 'desc',
    from: '2026-04-01T00:00:00Z',
    to: '2027-03-31T23:59:59Z',
    fromStatus: 'SUBMITTED',
    toStatus: 'AWARDED',
    sort: { field: 'createdAt', direction: 'desc' },
    columns: ['contractName', 'status', 'closingDate'],
  },
  records: {
    errorAnswer: {
      description: 'Every answer that is not a success.',
      descriptions: {
        code: 'what it is refused for; stable, unlike the message',
        message: 'a sentence for people, in English',
        parts: 'the sentence before its values are put in, and the values: to say it in another language',
        fields: 'what to mend, by its name on the wire',
      },
    },
  },
}
