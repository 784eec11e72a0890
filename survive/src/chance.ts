import { fractions } from '../../server/src/kernel/testing/dice.ts'
import { seedOf } from '../../server/src/kernel/testing/seed.ts'

/** How often tests repeat their work, and the random inputs of a run, derived from its seed. */

const mode = process.env['SURVIVE']

/** The number of repetitions for a release, instead of the smaller one for every change. */
export const isLong = mode === 'long'

/** The fewest repetitions, for every change: one round of each kill. */
export const isShort = mode === 'short'

/** The number for the current mode: usual or long. */
export const times = (usual: number, long: number) => (isLong ? long : usual)

/** How many rounds a test has: one in a short run. */
export const rounds = (usual: number, long: number) => (isShort ? 1 : times(usual, long))

export interface Chance {
  /** An integer from 0 to `below`, exclusive. */
  whole(below: number): number
  /** Milliseconds between `from` and `to`. */
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  bytes(count: number): Buffer<ArrayBuffer>
  /** Starts another named stream, whose numbers do not depend on earlier draws. */
  restart(name: string): void
}

/**
 * Random numbers from the seed of the run and a name. Concurrent work uses streams with different names: in a shared stream the
 * timing of answers would decide who draws which number.
 */
export function chance(name: string): Chance {
  let next = fractions(seedOf(name))
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    between: (from, to) => from + next() * (to - from),
    pick<T>(list: readonly T[]): T {
      const picked = list[whole(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => whole(256))),
    restart(other) {
      next = fractions(seedOf(other))
    },
  }
}
