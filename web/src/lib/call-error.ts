import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import { t, worded } from './language.ts'

/** Any answer that is not a success; status 0 when there was none. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: NonNullable<ErrorAnswer['fields']>
  /** Seconds after which the server asks to be called again, where it does. */
  readonly retryAfter: number | null

  constructor(status: number, { code, fields = [], ...said }: ErrorAnswer, retryAfter: number | null = null) {
    super(worded(said))
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** What a call fails with that got no answer. */
export const unreachable = () =>
  new CallError(0, {
    code: 'unreachable',
    message: t('The server cannot be reached. Check the connection and try again.'),
  })

/** Why something failed, as a sentence for whoever asked for it. */
export const reasonOf = (error: unknown) => (error instanceof CallError ? error.message : t('Please try again.'))
