import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import type { Kind } from '@plinth/api/kernel/kinds'
import type { RefusalCode } from '../kernel/errors.ts'

/** The words of the description of the wire, for people who write programs against it. */

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

/** What stands behind a segment of a path, as its ids are spoken of, where it is not what the segment names the many of. */
export const ofSegments: Record<string, string> = {
  tenants: 'company',
  users: 'person',
  user: 'person',
  role: 'role',
  bulk: 'role',
  'security-deposit': 'deposit',
  'contract-imports': 'bulk upload',
  'deposit-imports': 'upload of deposits',
  'schedule-items': 'item of a schedule',
  'bill-heads': 'head of bills',
  sheets: 'measurement sheet',
  'measurement-lines': 'line of a measurement sheet',
  'bank-facilities': 'limit',
  'calendar-feeds': 'calendar',
  'deadline-marks': 'waived deadline',
  'bg-plans': 'planned guarantee',
  'deposit-exemptions': 'exemption',
  'release-rules': 'rule of release',
  'reminder-rules': 'rule of reminders',
  'statutory-rules': 'statutory rule',
  'letter-templates': 'letter template',
  'refund-requests': 'refund request',
  'general-tasks': 'general task',
  parties: 'party',
  banks: 'bank account',
  lines: 'line of the checklist',
  views: 'saved view',
  'contact-messages': 'message',
}

/** What stands in an address beside ids of records: by name, or by call and name. */
export const ofParameters: Record<string, string> = {
  keyword: 'What is looked for, anywhere in the names and whatever its case.',
  name: 'A part of the name, whatever its case.',
  description: 'A part of the description, whatever its case.',
  depositType: 'A part of the kind of deposit, whatever its case.',
  instrumentNo: 'A part of the instrument’s number, whatever its case.',
  bankName: 'A part of the bank’s name, whatever its case.',
  bankAccountNo: 'A part of the account’s number.',
  accountHolderName: 'A part of the account holder’s name, whatever its case.',
  'listDeposits.status': 'A status, or several, each named by itself.',
  'listModules.status': '`true` for active modules, `false` for the others.',
  list: 'The name of the list.',
  format: 'The kind of file that is answered.',
  dryRun: 'With `true` every cell is judged and nothing is stored.',
  acceptAmounts: 'With `true` the schedule is stored although amounts of the file differ from it.',
  subject: 'What the rules are about.',
  kind: 'The kind of rule.',
  day: 'A day; the company’s own where none is named.',
  place: '`IN`, or a State such as `IN-KA`; all of India where none is named.',
  projectId: 'The id of the project.',
  officeId: 'The id of the office that a parent is looked for.',
  'getNextBill.day': 'The day of the bill; that of the bill that is edited, or the company’s own, where none is named.',
  'getNextBill.uptoDate':
    'The day until which sheets are counted for a bill by items; that of the bill, where none is named.',
  'getNextBill.billId': 'The id of the bill that is edited; left out, the next one is begun.',
  'getAgreementDraft.contractId': 'The id of the contract that the agreement is to be of.',
  'listPartyChoices.kind': 'What the parties are to be; left out, all are answered.',
  'listAskableDeposits.officeId': 'The id of the office that is to be asked.',
  roleId: 'The id of the role.',
  key: 'The document’s key, as its record has it.',
  bucketName: 'The document’s bucket, as its record has it.',
  entityType: 'What the documents hang on.',
  entityId: 'The id of the record that the documents hang on.',
  before: 'The id of the last document of the page before; left out, the newest come first.',
  size: 'How many documents at most.',
  recordType: 'What the notes hang on.',
  recordId: 'The id of the record that the notes hang on.',
  noteId: 'The id of the note.',
  'listWatchers.recordType': 'What is watched.',
  'listWatchers.recordId': 'The id of the record that is watched.',
  'addWatcher.recordType': 'What is watched.',
  'addWatcher.recordId': 'The id of the record that is watched.',
  'removeWatcher.recordType': 'What is watched.',
  'removeWatcher.recordId': 'The id of the record that is watched.',
  'listNotes.before': 'The id of the last note of the page before; left out, the newest come first.',
  'listNotes.size': 'How many notes at most.',
  number: 'Which part it is, counted from 1.',
  link: 'The last part of a link that a document’s record has.',
  token: 'The secret in an address that was answered or mailed: of a calendar, or of a kind of mail that is to stop.',
  imageId: 'The id of the picture, as the person’s record has it.',
  'getProfileImage.tenantId': 'The id of the company that the person is of.',
  'listRecordDocuments.tenantId': 'The id of the caller’s own company.',
  'listRoles.tenantId': 'The company whose roles are meant: an operator’s choice; everybody else’s own.',
  'listMappableRoles.tenantId': 'The company whose roles are meant: an operator’s choice; everybody else’s own.',
  'searchMappablePeople.userId': 'The id of the one person who is looked for.',
}

/** What fields are counted or written in, where their names do not say it. */
export const ofKinds: Partial<Record<Kind, string>> = {
  money: 'in rupees',
  percent: 'in per cent',
}

/** What fields are whose labels do not say it: by name, or by schema and name. */
export const ofFields: Record<string, string> = {
  unread: 'set by the server: what is sent is not read',
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
  'User.roles': 'the names of the roles that they hold, by the alphabet; null where they hold none',
  roleId: 'the id of the role',
  profileImage: 'the address of the picture on this installation; null without one',
  sha256: 'SHA-256 of the content, as 64 hexadecimal digits',
  'StatutoryRule.value':
    'by the shape of its kind, such as `percent`; null ends the rules before it of its kind, place and maker',
  'StatutoryRule.trust':
    '`V` was read in the source named, `K` is common knowledge, `U` is unsure and asks to be confirmed',
  'Document.size': 'how many bytes it has',
  'Document.s3Url': 'where the file is fetched from, without a header, for minutes',
  'Document.thumbnailUrl': 'a small image of it, for minutes; null where there is none',
  'Document.previewUrl': 'an image of it for the screen, for minutes; of a PDF the document itself',
  'Document.fileType': 'the media type that the content itself tells',
  'Kpis.average_refund_days': 'days from submitted to returned; null when no deposit is back with both days',
  extensionCoun: 'extension count (misspelt for good)',
  aggreementDate: 'agreement date (misspelt for good)',
  depositSubmitedDate: 'the day it was submitted (misspelt for good)',
  depositeReturnedDate: 'the day it was returned (misspelt for good)',
  depositTransferedOwnAcDate: 'the day the money reached the company’s own account (misspelt for good)',
  hierarchyPath: 'the dotted number among the project’s tasks, such as 1.2.3',
  number: 'which page this is, counted from 0',
  'ErrorAnswer.code': 'what it is refused for; stable, unlike the message',
  'ErrorAnswer.message': 'a sentence for people, in English',
  'ErrorAnswer.parts': 'the sentence before its values are put in, and the values: to say it in another language',
  'ErrorAnswer.fields': 'what to mend, by its name on the wire',
}

/** What the body of an edit is, where nothing else is said of it. */
export const ofEdits = 'A field left out stays as it is, and null empties it.'

/** What records are, where their names do not say it. */
export const ofSchemas: Record<string, string> = {
  ErrorAnswer: 'Every answer that is not a success.',
  TaskNode: 'A task with its sub-tasks, in the order of their numbers.',
  TaskRollup: 'What the live tasks directly below come to, each with all that is below it.',
  RegisteredDeposit: 'A deposit beside the contract that it is locked up in.',
  ContractDeposit: 'A contract beside what is locked up in it.',
  TaskEdit: `${ofEdits} Another \`parentId\` moves the task with all below it.`,
}

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
