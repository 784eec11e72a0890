import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { AppError } from '../../kernel/errors.ts'
import type { Limit } from '../../kernel/http/rate-limits.ts'

/** Seconds in which a refresh token that was just exchanged still works, for parallel tabs and lost responses. */
export const graceSeconds = 10

/** Failed sign-ins before an account or an address has to wait. */
export const accountLimit: Limit = { allowed: 10, window: '15 minutes' }
export const addressLimit: Limit = { allowed: 100, window: '15 minutes' }

/**
 * Attempts with a code at a locked account: from one address, from all addresses, and with one of password and code
 * right.
 */
export const pastLockLimits = {
  near: { allowed: 5, window: '15 minutes' },
  all: { allowed: 50, window: '15 minutes' },
  half: { allowed: 10, window: '1 day' },
} satisfies Record<string, Limit>

/**
 * The key that counts a person's failures, whatever they tried: a password or a code, at a sign-in or on their own
 * page.
 */
export const attemptsKey = (userId: string) => `user ${userId}`

export const badCredentials = () => new AppError(401, 'bad_credentials', 'Invalid credentials. Please try again.')
export const codeNeeded = () => new AppError(401, 'second_factor_needed', 'Enter the code from your authenticator app.')
export const badCode = () =>
  new AppError(401, 'bad_code', 'This code is wrong or was used before. Enter the one your app shows now.')

export const tooManyFailures = (retryAfter: number) =>
  new AppError(429, 'too_many', 'Too many failed tries. Please wait before trying again.', { retryAfter })

export type Refresh = 'rotate' | 'repeat' | 'replay'

/**
 * Judges a refresh token that we issued. The current one rotates the session; the previous one repeats the last
 * response within the grace period; anything older is a replay and ends the session.
 */
export function judgeRefresh(presented: number, current: number, secondsSinceRotation: number): Refresh {
  if (presented === current) return 'rotate'
  return presented === current - 1 && secondsSinceRotation <= graceSeconds ? 'repeat' : 'replay'
}

/** A secret for an authenticator app, 160 bits long, as SHA-1, which every app uses. */
export const newSecret = (): Buffer => randomBytes(20)

// Copied, because a Buffer may be a view of a larger one.
const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** The secret as base32 text, and as the URI that an app reads from a QR code. */
export function enrolment(secret: Uint8Array, label: string): { secret: string; uri: string } {
  const totp = new TOTP({ issuer: 'Plinth', label, algorithm: 'SHA1', digits: 6, period: 30, secret: secretOf(secret) })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * The 30-second step that a code belongs to: the present, the previous or the next one, because clocks differ.
 * Undefined for any other code. `at` is in milliseconds.
 */
export function stepOf(code: string, secret: Uint8Array, at: number): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = TOTP.validate({ token, secret: secretOf(secret), timestamp: at, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp: at }) + delta
}

/** Without i, l, o and u, which are easily misread. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** The length of new codes, and of older ones, which were shorter than a plain hash calls for. */
const codeLength = 24
const olderCodeLength = 16
const recoveryCodeCount = 8

const newRecoveryCode = () =>
  [...randomBytes(codeLength)]
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/(.{4})(?!$)/g, '$1-')

/**
 * Codes of 120 bits each, which a person writes down and uses once. That is too many bits to find a code from its plain
 * hash.
 */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode)

/**
 * The stored hash of a recovery code; undefined for a text that cannot be one. Case, hyphens and spaces do not matter.
 */
export function recoveryHash(code: string, userId: string): Buffer | undefined {
  const plain = code.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  if (plain.length !== codeLength && plain.length !== olderCodeLength) return undefined
  return createHash('sha256').update(`${userId} ${plain}`).digest()
}
