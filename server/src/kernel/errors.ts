import type { ErrorAnswer, FieldFault } from '@plinth/api/kernel/endpoint'
import { asMessage, type Message, messageOf, type Values } from '@plinth/api/kernel/messages'
import type pg from 'pg'

/** Codes of refusals, each with its meaning. */
export const refusalCodes = {
  invalid: 'what was sent is not as described',
  too_many_rows: 'an export would have too many rows',
  cancelled: 'the upload was cancelled by who sent it',
  no_session: 'there is no session, or it is over',
  bad_credentials: 'name, password and company do not belong together, or the password is not the caller’s',
  second_factor_needed: 'the password is right, and a code is asked for besides',
  bad_code: 'the code is wrong or was used before',
  forbidden: 'the caller lacks the permission',
  second_factor_missing: 'the company asks for a second factor, which the caller has yet to set up',
  not_found: 'absent, deleted or another company’s',
  timeout: 'the request took too long to arrive',
  conflict: 'it contradicts what is stored',
  repeated: 'the same number is stored already: the answer tells where, and a body that confirms the repeat is stored',
  stale: 'somebody saved the record meanwhile',
  too_large: 'more bytes than are taken or answered',
  unsupported_type: 'the media type, or what a file holds, is not taken',
  too_many: 'too many requests of this kind',
  unavailable: 'the database or the document store is away for a moment',
  disk_full: 'there is no room to write: nothing was saved',
  refused: 'the request was refused for another reason',
  internal: 'a fault of the server',
} as const
export type RefusalCode = keyof typeof refusalCodes

/** A refusal that the client is told about: an HTTP status, a stable code, a sentence, the fields at fault. */
export class AppError extends Error {
  readonly status: number
  readonly code: RefusalCode
  /** The sentence, with its parts. */
  readonly sentence: Message
  readonly fields: FieldFault[] | undefined
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: RefusalCode,
    sentence: Message | string,
    more: { fields?: FieldFault[]; retryAfter?: number } = {},
  ) {
    super(asMessage(sentence).message)
    this.sentence = asMessage(sentence)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }

  answer(): ErrorAnswer {
    return { code: this.code, ...this.sentence, ...(this.fields && { fields: this.fields }) }
  }
}

/** Absent, deleted or another tenant's: all three get the same answer. */
export const notFound = () => new AppError(404, 'not_found', 'Not found')
export const conflict = (sentence: Message | string, fields?: FieldFault[]) =>
  new AppError(409, 'conflict', sentence, fields && { fields })
const sentenceOf = (fields: FieldFault[]) => fields.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')
export const invalid = (fields: FieldFault[]) => new AppError(400, 'invalid', sentenceOf(fields), { fields })
/** A refusal for contradicting what is stored, named by field. */
export const conflictOf = (fields: FieldFault[]) => new AppError(409, 'conflict', sentenceOf(fields), { fields })
export const unavailable = () =>
  new AppError(503, 'unavailable', 'The database is away for a moment. Please try again.', { retryAfter: 2 })
export const noSession = () => new AppError(401, 'no_session', 'Please sign in.')
export const forbidden = (sentence: Message | string = 'You do not have permission to do this.') =>
  new AppError(403, 'forbidden', sentence)

/** Turns a sentence that names a field into a message: only field names are written likeThis. */
function namingField(sentence: string): Message {
  const [field] = /\b[a-z]+[A-Z]\w*/.exec(sentence) ?? []
  return field === undefined ? messageOf(sentence) : messageOf(sentence.replace(field, '{field}'), { field })
}

/** The message of a database error. If it has placeholders, the detail of the error holds their values as JSON. */
const raisedMessage = (text: string, { detail = '' }: pg.DatabaseError) =>
  text.includes('{') ? messageOf(text, JSON.parse(detail) as Values) : namingField(text)

/** The refusal that a constraint names: "409 bidId is already used by another contract". */
function constraintError(error: pg.DatabaseError): AppError | undefined {
  const [, status, path, text] = /^(4\d\d) (\S+) (.+)$/.exec(error.constraint ?? '') ?? []
  if (!status || !path || !text) return undefined
  const fault = raisedMessage(text, error)
  const sentence = /^[A-Z]/.test(text) ? fault : `${path} ${fault.message}`
  return new AppError(Number(status), status === '400' ? 'invalid' : 'conflict', sentence, {
    fields: [{ path, ...fault }],
  })
}

const byState: Record<string, (error: pg.DatabaseError) => AppError> = {
  PL401: noSession,
  PL428: () =>
    new AppError(403, 'second_factor_missing', 'Your company asks for a second factor. Set it up on your own page.'),
  PL404: notFound,
  PL403: (error) => forbidden(raisedMessage(error.message, error)),
  PL409: (error) => conflict(raisedMessage(error.message, error)),
  PL412: (error) => new AppError(412, 'stale', raisedMessage(error.message, error)),
  '23503': notFound,
  '22003': () => new AppError(400, 'invalid', 'A number is too large to be stored.'),
  '22021': () => new AppError(400, 'invalid', 'A text contains a character that cannot be stored.'),
  '22P05': () => new AppError(400, 'invalid', 'A text contains a character that cannot be stored.'),
  '40001': () => conflict('Somebody changed this at the same moment. Please try again.'),
  '40P01': () => conflict('Somebody changed this at the same moment. Please try again.'),
  '53100': () => new AppError(507, 'disk_full', 'The disk of the server is full. Nothing was saved.'),
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'])
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const isDatabaseError = (error: Error): error is pg.DatabaseError => 'severity' in error && 'routine' in error

/** The refusal that a database error means to the caller; undefined for a fault of the server. */
export function databaseError(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  if (isDatabaseError(error)) {
    const state = error.code ?? ''
    if (/^(08|57P|53300|55P03|57014)/.test(state)) return unavailable()
    return constraintError(error) ?? byState[state]?.(error)
  }
  const code = 'code' in error ? String(error.code) : ''
  return connectionCodes.has(code) || lostConnection.test(error.message) ? unavailable() : undefined
}

/** Adds the field to a refusal of `work` that names no fields. */
export async function aboutField<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refusal = error instanceof AppError ? error : databaseError(error)
    if (!refusal || refusal.fields || ![403, 404, 409].includes(refusal.status)) throw error
    const { status, code, sentence } = refusal
    const fault = status === 404 ? messageOf('was not found') : sentence
    throw new AppError(status, code, sentence, { fields: [{ path, ...fault }] })
  }
}
