import type { Round } from '../jobs/jobs.ts'

const minute = 60
/** In seconds. */
const longestPause = 6 * 60 * minute
const mostAttempts = 24
/** Longer than an attempt can take: who has not ended it by then was killed. */
const lease = '3 minutes'
/** In milliseconds. */
const attemptLimit = 60_000

/** Seconds from a failed attempt, counted from 1, to the next: a minute, doubled up to six hours; null after four days. */
export const pauseAfter = (attempt: number): number | null =>
  attempt < mostAttempts ? Math.min(minute * 2 ** (attempt - 1), longestPause) : null

interface Claimed {
  id: string
  attempts: number
}

/** Letters of one kind that wait in the database. */
interface Queue<C extends Claimed> {
  /** What one of them is called in the log. */
  name: string
  /** Takes the one that has been due longest, for as long as the lease lasts. */
  claim: (lease: string) => Promise<C | undefined>
  /** Sends it; what is wrong, where it was not taken. */
  send: (claimed: C, signal: AbortSignal) => Promise<string | undefined>
  noteMailed: (id: string) => Promise<unknown>
  /** `pause` is in seconds; null: it is not tried again. */
  noteFailed: (claimed: C, reason: string, pause: number | null) => Promise<unknown>
}

/**
 * Mails what is due, one after the other. Others may do the same at the same time. What a server was sending when it was
 * killed is due again once its lease is over. Throws when the database is away.
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
