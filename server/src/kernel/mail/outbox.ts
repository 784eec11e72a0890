import type { Round } from '../jobs/jobs.ts'

const minute = 60
/** In seconds. */
const longestPause = 6 * 60 * minute
const mostAttempts = 24
/** Longer than any attempt: a server that has not finished by then was killed. */
const lease = '3 minutes'
/** In milliseconds. */
const attemptLimit = 60_000

/**
 * Seconds from a failed attempt, counted from 1, to the next: a minute, doubled up to six hours; null after four days.
 */
export const pauseAfter = (attempt: number): number | null =>
  attempt < mostAttempts ? Math.min(minute * 2 ** (attempt - 1), longestPause) : null

interface Claimed {
  id: string
  attempts: number
}

/** Letters of one kind that wait in the database. */
interface Queue<C extends Claimed> {
  /** The name of a letter in the log. */
  name: string
  /** Claims the letter that has been due longest, for the time of the lease. */
  claim: (lease: string) => Promise<C | undefined>
  /** Sends it; returns the reason if that failed. */
  send: (claimed: C, signal: AbortSignal) => Promise<string | undefined>
  noteMailed: (id: string) => Promise<unknown>
  /** `pause` is in seconds; null for no further attempt. */
  noteFailed: (claimed: C, reason: string, pause: number | null) => Promise<unknown>
}

/**
 * Mails what is due, one letter after the other. Other servers may do the same at the same time. A letter that a killed
 * server was sending is due again after its lease. Throws when the database is unavailable.
 */
export async function mailEach<C extends Claimed>(queue: Queue<C>, round: Round): Promise<void> {
  while (!round.isStopping()) {
    const claimed = await queue.claim(lease)
    if (!claimed) return
    const { id, attempts } = claimed
    const fault = await queue.send(claimed, AbortSignal.any([round.signal, AbortSignal.timeout(attemptLimit)]))
    if (fault === undefined) await queue.noteMailed(id)
    else {
      round.warn(new Error(`${queue.name} ${id}, attempt ${attempts}: ${fault}`))
      await queue.noteFailed(claimed, fault, pauseAfter(attempts))
    }
  }
}
