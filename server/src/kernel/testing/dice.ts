/** The same numbers, each from 0 to below the bound, for the same seed, so that a random history that went wrong can be told. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
