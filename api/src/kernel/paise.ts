/** Rupees added up exactly, as whole paise. */

/** Rupees, which have two decimals at most, in paise. */
export const paiseOf = (rupees: number): bigint => BigInt(Math.round(rupees * 100))

/** What amounts in rupees come to, in paise. */
export const sumInPaise = (amounts: readonly number[]): bigint =>
  amounts.reduce((sum, rupees) => sum + paiseOf(rupees), 0n)

/** Paise as rupees with two decimals and no grouping: 432500.00. */
export const rupeesOf = (paise: bigint): string => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`
