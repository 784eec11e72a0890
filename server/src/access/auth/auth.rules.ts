import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../kernel/errors.ts'
import type { Limit } from '../../kernel/http/rate-limits.ts'

/** Seconds in which a refresh token that was just exchanged is still good: parallel tabs and lost answers. */
export const graceSeconds = 10

/** Failed sign-ins before an account, or an address, has to wait. */
export const accountLimit: Limit = { allowed: 10, window: '15 minutes' }
export const addressLimit: Limit = { allowed: 100, window: '15 minutes' }

/** Tries with a code at an account that is locked: of one address, of all together, and of who has one of the two right. */
export const pastLockLimits = {
  near: { allowed: 5, window: '15 minutes' },
  all: { allowed: 50, window: '15 minutes' },
  half: { allowed: 10, window: '1 day' },
} satisfies Record<string, Limit>

/** The key that a person's failures are counted under, whatever they tried: a password, a code, from within or without. */
export const attemptsKey = (userId: string) => `user ${userId}`

export const badCredentials = () => new AppError(401, 'bad_credentials', 'Invalid credentials. Please try again.')
export const codeNeeded = () => new AppError(401, 'second_factor_needed', 'Enter the code from your authenticator app.')
export const badCode = () =>
  new AppError(401, 'bad_code', 'This code is wrong or was used before. Enter the one your app shows now.')

export const tooManyFailures = (retryAfter: number) =>
  new AppError(429, 'too_many', 'Too many failed tries. Please wait before trying again.', { retryAfter })

export type Refresh = 'rotate' | 'repeat' | 'replay'

/**
 * What a refresh token that we issued is worth: the current one rotates the session, the one before it repeats the
 * last answer within the grace, anything older is a replay and ends the session.
 */
export function judgeRefresh(presented: number, current: number, secondsSinceRotation: number): Refresh {
  if (presented === current) return 'rotate'
  return presented === current - 1 && secondsSinceRotation <= graceSeconds ? 'repeat' : 'replay'
}

/** A secret for an authenticator app, as long as the SHA-1 that every app computes with. */
export const newSecret = (): Buffer => randomBytes(20)

// Copied, since a Buffer may be a view of a larger one.
const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** The secret in letters, and as the address that an app reads from a QR code. */
export function enrolment(secret: Uint8Array, label: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer: 'Plinth', label, algorithm: 'SHA1', digits: 6, period: 30, secret: secretOf(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * The 30-second step that a code belongs to: the present one, the one before or the one after, since clocks differ.
 * Undefined for any other code. `at` is in milliseconds.
 */
export function stepOf(code: string, secret: Uint8Array, at: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = TOTP.validate({ token, secret: secretOf(secret), timestamp: at, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp: at }) + delta
}

/** Without i, l, o and u, which are read as something else. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
/** Of new codes, and of those handed out before these were as long as what is stored of them asks for. */
const codeLength = 24
const olderCodeLength = 16
const recoveryCodeCount = 8

const newRecoveryCode = () =>
  [...randomBytes(codeLength)]
    .map((byte) => letters[byte % letters.length])
    .join('')
    .replace(/(.{4})(?!$)/g, '$1-')

/** Codes of 120 bits each, which a person writes down and uses once: too many for a plain hash to be searched for. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode)

/** What is stored of a recovery code; undefined for what cannot be one. Case, hyphens and blanks do not matter. */
export function recoveryHash(code: string, userId: string): Buffer | undefined {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  if (plain.length !== codeLength && plain.length !== olderCodeLength) return undefined
  return createHash('sha256').update(`${userId} ${plain}`).digest()
}
