import { decimal, percentage, round } from './decimal.ts'

/** Adds rupees exactly, as whole paise. */

/** Rupees with at most two decimals, in paise. */
export const paiseOf = (rupees: number): bigint => round(decimal(rupees), 2).units

/** The sum of amounts in rupees, in paise. */
export const sumInPaise = (amounts: readonly number[]): bigint =>
  amounts.reduce((sum, rupees) => sum + paiseOf(rupees), 0n)

/** Paise as an amount of the wire, which may be negative. */
export const inRupees = (paise: bigint): number => Number(paise) / 100

/** Non-negative paise as rupees with two decimals and no grouping: 432500.00. */
export const rupeesOf = (paise: bigint): string => `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`

/** `percent` per cent of paise, with halves of a paisa away from zero. */
export const percentOf = (paise: bigint, percent: number): bigint =>
  percentage({ units: paise, scale: 0 }, decimal(percent), 0).units
