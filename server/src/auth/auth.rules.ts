import { AppError } from '../kernel/errors.ts'
import type { Limit } from '../kernel/rate-limit.ts'

/** Seconds in which a refresh token that was just exchanged is still good: parallel tabs and lost answers. */
export const graceSeconds = 10

/** Failed sign-ins before an account, or an address, has to wait. */
export const accountLimit: Limit = { allowed: 10, window: '15 minutes' }
export const addressLimit: Limit = { allowed: 100, window: '15 minutes' }

/** The key that a person's failures are counted under, whatever they tried: a password, a code, from within or without. */
export const attemptsKey = (userId: string) => `user ${userId}`

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
