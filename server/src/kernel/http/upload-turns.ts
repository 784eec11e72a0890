import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { AppError } from '../errors.ts'

type Upload = NonNullable<Endpoint['upload']>

/**
 * How many uploads of one company may run at a time, and how many in all. A file in memory is costly, a file on disk is
 * cheap.
 */
const inMemoryPlaces = { each: 1, all: 3 }
const onDiskPlaces = { each: 8, all: 32 }

function turns(places: typeof inMemoryPlaces) {
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

/**
 * Returns a function that runs `work` while an upload place is free. It throws 429 when too many uploads of the key
 * run, or all places are taken.
 */
export function uploadTurns() {
  const [inMemory, inArrivals] = [turns(inMemoryPlaces), turns(onDiskPlaces)]
  return <T>(key: string, { toDisk }: Upload, work: () => Promise<T>): Promise<T> =>
    toDisk ? inArrivals(key, work) : inMemory(key, work)
}
