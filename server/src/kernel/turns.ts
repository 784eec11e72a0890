import { AppError } from './errors.ts'

interface Limits {
  /** How many pieces of work of one party may run and wait. */
  ofParty: number
  inAll: number
  /** The message of the refusal beyond a limit. */
  tooMany: string
}

/** A queue that runs one piece of work at a time. */
export interface Turns {
  /**
   * Runs the work when its turn comes. Waiting parties take turns, however many pieces each has waiting. Throws 429
   * when the party has too many pieces running and waiting, 503 when all parties together have.
   */
  take<T>(party: string, work: () => Promise<T>): Promise<T>
}

/** Opens a queue. */
export function openTurns({ ofParty, inAll, tooMany }: Limits): Turns {
  /** The waiting work by party, in the order of the parties' turns. */
  const queues = new Map<string, (() => void)[]>()
  const underWay = new Map<string, number>()
  let total = 0
  let currentParty: string | undefined

  function next(): void {
    const more = currentParty === undefined ? undefined : queues.get(currentParty)
    // The party that was just served goes behind all others.
    if (currentParty !== undefined && more && queues.delete(currentParty)) queues.set(currentParty, more)
    const [first] = queues
    currentParty = first?.[0]
    if (!first) return
    const [party, [begin, ...rest]] = first
    if (rest.length > 0) queues.set(party, rest)
    else queues.delete(party)
    begin?.()
  }

  const turnOf = (party: string) =>
    new Promise<void>((begin) => {
      queues.set(party, [...(queues.get(party) ?? []), begin])
      if (currentParty === undefined) next()
    })

  return {
    async take(party, work) {
      const own = underWay.get(party) ?? 0
      if (own >= ofParty) throw new AppError(429, 'too_many', tooMany, { retryAfter: 5 })
      if (total >= inAll) throw new AppError(503, 'unavailable', tooMany, { retryAfter: 5 })
      underWay.set(party, own + 1)
      total += 1
      try {
        await turnOf(party)
        return await work()
      } finally {
        const left = (underWay.get(party) ?? 1) - 1
        if (left > 0) underWay.set(party, left)
        else underWay.delete(party)
        total -= 1
        next()
      }
    },
  }
}
