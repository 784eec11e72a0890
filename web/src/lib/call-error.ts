import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import { t, worded } from './language.ts'

/** A response that is not a success; status 0 when there was no response. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: NonNullable<ErrorAnswer['fields']>
  /** Seconds to wait before a retry, when the server asks for it. */
  readonly retryAfter: number | null

  constructor(status: number, { code, fields = [], ...message }: ErrorAnswer, retryAfter: number | null = null) {
    super(worded(message))
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** The error of a call that got no response. */
export const unreachable = () =>
  new CallError(0, {
    code: 'unreachable',
    message: t('The server cannot be reached. Check the connection and try again.'),
  })

/** The reason of a failure, as a sentence for the user. */
export const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : t('Please try again.'))
