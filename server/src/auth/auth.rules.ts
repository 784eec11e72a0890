/** Seconds in which a refresh token that was just exchanged is still good: parallel tabs and lost answers. */
export const graceSeconds = 10

export const attemptsPerAccount = 10
export const attemptsPerAddress = 100

export type Refresh = 'rotate' | 'repeat' | 'replay'

/**
 * What a refresh token that we issued is worth: the current one rotates the session, the one before it repeats the
 * last answer within the grace, anything older is a replay and ends the session.
 */
export function judgeRefresh(presented: number, current: number, secondsSinceRotation: number): Refresh {
  if (presented === current) return 'rotate'
  return presented === current - 1 && secondsSinceRotation <= graceSeconds ? 'repeat' : 'replay'
}
