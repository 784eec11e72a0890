import { decimal, percentage, round } from './decimal.ts'

/** Rupees added up exactly, as whole paise. */

/** Rupees, which have two decimals at most, in paise. */
export const paiseOf = (rupees: number): bigint => round(decimal(rupees), 2).units

/** What amounts in rupees come to, in paise. */
export const sumInPaise = (amounts: readonly number[]): bigint =>
  amounts.reduce((sum, rupees) => sum + paiseOf(rupees), 0n)

/** Paise as an amount of the wire, which may be less than nothing. */
export const inRupees = (paise: bigint): number => Number(paise) / 100

/** Paise, not less than nothing, as rupees with two decimals and no grouping: 432500.00. */
export const rupeesOf = (paise: bigint): string => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`

/** So many per cent of paise; halves of a paisa away from zero. */
export const percentOf = (paise: bigint, percent: number): bigint =>
  percentage({ units: paise, scale: 0 }, decimal(percent), 0).units
