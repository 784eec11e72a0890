import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'
/** A usual amount of a deposit, in per cent of the estimate or the bid. */
export interface Share {
  percent: number
  of: 'estimate' | 'bid'
}

/** An EMD is a share of the estimate, a security a share of the bid. */
export const emdShares: readonly Share[] = [
  { percent: 1, of: 'estimate' },
  { percent: 2, of: 'estimate' },
]
export const securityShares: readonly Share[] = [
  { percent: 3, of: 'bid' },
  { percent: 5, of: 'bid' },
]

/** A whole percentage of an amount in rupees, to the paisa; half a paisa is rounded up. */
export const shareOf = (amount: number, percent: number): number => inRupees(percentOf(paiseOf(amount), percent))

const isEmd = /\bemd\b|earnest/i

/** The usual shares for a deposit type; all of them for an empty type. */
export function sharesFor(depositType: string): readonly Share[] {
  if (depositType.trim() === '') return [...emdShares, ...securityShares]
  return isEmd.test(depositType) ? emdShares : securityShares
}
