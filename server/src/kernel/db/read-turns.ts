import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, unavailable } from '../errors.ts'

/**
 * Free turns for reads. More reads at once would only make the processors switch between them and lose their caches.
 */
let turns = 2 * availableParallelism()
const queued: (() => void)[] = []

/** Begins a read when its turn comes. A read that lasts longer than 20 ms passes its turn on while it goes on. */
export async function inTurn<T>(begin: () => Promise<T>): Promise<T> {
  if (turns > 0) turns -= 1
  else await new Promise<void>((next) => queued.push(next))
  const read = begin()
  const passOn = () => {
    const next = queued.shift()
    if (next) next()
    else turns += 1
  }
  void Promise.race([read, sleep(20)]).then(passOn, passOn)
  return read
}

/** How many reads wait for their turn. */
export const readsWaiting = (): number => queued.length

interface CompanyReads {
  running: number
  waiting: (() => void)[]
}

/** How many reads of one company may wait. */
const mostWaiting = 200

/** How long a read may wait, in milliseconds: as long as a statement may take. */
const longestWait = 10_000

/** Waits for a turn. Throws 503 when none comes in time. */
const turnAmong = (waiting: (() => void)[], timeoutMs: number) =>
  new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(unavailable())
    }, timeoutMs)
    waiting.push(begin)
  })

/**
 * Runs at most `most` reads of a company at once, so that slow reads of one company leave connections to the others.
 * Further reads wait and get 503 after `timeoutMs`; when 200 of the company wait already, the next one throws 429.
 */
export function companyTurns(most: number, timeoutMs = longestWait) {
  const companies = new Map<string, CompanyReads>()
  return async function inCompanyTurn<T>(company: string, read: () => Promise<T>): Promise<T> {
    const own = companies.get(company) ?? { running: 0, waiting: [] }
    companies.set(company, own)
    if (own.running < most) own.running += 1
    else if (own.waiting.length < mostWaiting) await turnAmong(own.waiting, timeoutMs)
    else throw new AppError(429, 'too_many', 'Too many requests. Please wait a moment.', { retryAfter: 2 })
    try {
      return await read()
    } finally {
      const next = own.waiting.shift()
      if (next) next()
      else own.running -= 1
      if (own.running === 0) companies.delete(company)
    }
  }
}
