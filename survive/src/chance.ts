import { fractions } from '../../server/src/kernel/testing/dice.ts'
import { seedOf } from '../../server/src/kernel/testing/seed.ts'

/** How often tests repeat what they do, and the random inputs of a run, drawn by its seed. */

const mode = process.env['SURVIVE']

/** As often as a release asks for, rather than as often as every change can bear. */
export const isLong = mode === 'long'

/** What every change passes: one round of each kill. */
export const isShort = mode === 'short'

/** So many in a usual run, so many in a long one. */
export const times = (usual: number, long: number) => (isLong ? long : usual)

/** How many rounds a test has: one in a short run. */
export const rounds = (usual: number, long: number) => (isShort ? 1 : times(usual, long))

export interface Chance {
  /** A whole number from 0 up to `below`, which is left out. */
  whole(below: number): number
  /** A number of milliseconds from `from` to `to`. */
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  bytes(count: number): Buffer<ArrayBuffer>
  /** Starts another named stream, whose numbers do not depend on what was drawn before. */
  restart(name: string): void
}

/**
 * Numbers by the seed of the run and a name. What runs at the same time draws from streams with names of their own:
 * from a shared one, the timing of answers would decide who draws which number.
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
