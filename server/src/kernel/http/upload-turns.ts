import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { AppError } from '../errors.ts'

type Upload = NonNullable<Endpoint['upload']>

/** Of a company so many at a time, and so many in all: a file is held in memory, or it is on disk and costs little. */
const held = { each: 1, all: 3 }
const onDisk = { each: 8, all: 32 }

function turns(places: typeof held) {
  const running: string[] = []
  return async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (running.length >= places.all || running.filter((one) => one === key).length >= places.each)
      throw new AppError(429, 'too_many', 'Another upload is under way. Please try again when it is done.', {
        retryAfter: 5,
      })
    running.push(key)
    try {
      return await work()
    } finally {
      running.splice(running.indexOf(key), 1)
    }
  }
}

/** What runs `work` in a turn of the company's. That throws 429 when too many uploads of theirs run, or all places are taken. */
export function uploadTurns() {
  const [inMemory, inArrivals] = [turns(held), turns(onDisk)]
  return <T>(key: string, { toDisk }: Upload, work: () => Promise<T>): Promise<T> =>
    toDisk ? inArrivals(key, work) : inMemory(key, work)
}
