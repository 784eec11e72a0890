import { inRupees, paiseOf, percentOf } from '@plinth/api/kernel/paise'
/** What a deposit mostly comes to: so many per cent of what. */
export interface Share {
  percent: number
  of: 'estimate' | 'bid'
}

/** Earnest money is asked of the estimate, security of what was bid. */
export const emdShares: readonly Share[] = [
  { percent: 1, of: 'estimate' },
  { percent: 2, of: 'estimate' },
]
export const securityShares: readonly Share[] = [
  { percent: 3, of: 'bid' },
  { percent: 5, of: 'bid' },
]

/** So many whole per cent of an amount in rupees, to the paisa; half a paisa is rounded up. */
export const shareOf = (amount: number, percent: number): number => inRupees(percentOf(paiseOf(amount), percent))

const isEmd = /\bemd\b|earnest/i

/** The shares that a deposit of this type may be; all of them before its type is chosen. */
export function sharesFor(depositType: string): readonly Share[] {
  if (depositType.trim() === '') return [...emdShares, ...securityShares]
  return isEmd.test(depositType) ? emdShares : securityShares
}
