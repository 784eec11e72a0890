import { AppError } from './errors.ts'

interface Limits {
  /** Pieces of work that may be under way and wait of one party. */
  ofParty: number
  inAll: number
  /** What is told to whoever comes beyond. */
  tooMany: string
}

/** A queue for work of which one piece is done at a time. */
export interface Turns {
  /**
   * Does the work when its turn has come. The parties that wait take turns, however much each of them waits with. Throws 429
   * when the party has too much under way, 503 when all of them have.
   */
  take<T>(party: string, work: () => Promise<T>): Promise<T>
}

/** Opens such a queue. */
export function openTurns({ ofParty, inAll, tooMany }: Limits): Turns {
  /** What waits, by party, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>()
  const underWay = new Map<string, number>()
  let total = 0
  let atWork: string | undefined

  function next(): void {
    const more = atWork === undefined ? undefined : queues.get(atWork)
    // Whoever was just served comes after everybody else.
    if (atWork !== undefined && more && queues.delete(atWork)) queues.set(atWork, more)
    const [first] = queues
    atWork = first?.[0]
    if (!first) return
    const [party, [begin, ...rest]] = first
    if (rest.length > 0) queues.set(party, rest)
    else queues.delete(party)
    begin?.()
  }

  const turnOf = (party: string) =>
    new Promise<void>((begin) => {
      queues.set(party, [...(queues.get(party) ?? []), begin])
      if (atWork === undefined) next()
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
