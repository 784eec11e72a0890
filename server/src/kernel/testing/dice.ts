/** Fractions from 0 to below 1, the same for the same seed. */
export function fractions(seed: number): () => number {
  let state = seed | 0
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Whole numbers from 0 to below the bound, the same for the same seed, so that a failed random history can be repeated.
 */
export function dice(seed: number): (below: number) => number {
  const next = fractions(seed)
  return (below) => Math.floor(next() * below)
}
