import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Turns that are free for reads: of more at once, a machine's processors forget at each what they were at. */
let turns = 2 * availableParallelism()
const queued: (() => void)[] = []

/** Begins a read when its turn comes; one that is not done 20 ms later keeps nobody waiting any more. */
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
