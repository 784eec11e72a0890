/** How often things are done, and what is left to chance: by a seed, so that a run can be had again. */

/** As often as a release asks for, rather than as often as every change can bear. */
export const isLong = process.env['SURVIVE'] === 'long'

/** So many in a short run, so many in a long one. */
export const times = (short: number, long: number) => (isLong ? long : short)

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

export interface Chance {
  /** A whole number from 0 up to `below`, which is left out. */
  whole(below: number): number
  /** A number of milliseconds from `from` to `to`. */
  between(from: number, to: number): number
  pick<T>(list: readonly T[]): T
}

/** Numbers by the seed of the run, which is printed and set by SEED; `name` keeps the files of a run apart. */
export function chance(name: string): Chance {
  console.log(`${name}: SEED=${seed}`)
  let state = seed
  for (const letter of name) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    between: (from, to) => from + next() * (to - from),
    pick<T>(list: readonly T[]): T {
      const picked = list[whole(list.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}
