import type { FacilityHeadroom, HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { inRupees, paiseOf, sumInPaise } from '@plinth/api/kernel/paise'

type Counted = Pick<FacilityHeadroom, 'limitAmount' | 'used' | 'planned'>

const sumOf = (amounts: readonly number[]) => inRupees(sumInPaise(amounts))

/**
 * Sums of all limits as of today. The free part of one limit does not offset the excess over another. A limit no longer in use
 * gives no new guarantees, so what still runs under it is a separate sum.
 */
export function sumsOf(facilities: readonly (Counted & Pick<FacilityHeadroom, 'headroom' | 'isActive'>)[]) {
  const inUse = facilities.filter(({ isActive }) => isActive)
  const left = inUse.map(({ headroom }) => headroom)
  return {
    limit: sumOf(inUse.map(({ limitAmount }) => limitAmount)),
    used: sumOf(inUse.map(({ used }) => used)),
    planned: sumOf(inUse.map(({ planned }) => planned)),
    free: sumOf(left.map((amount) => Math.max(amount, 0))),
    over: sumOf(left.map((amount) => Math.max(-amount, 0))),
    elsewhere: sumOf(facilities.filter(({ isActive }) => !isActive).flatMap(({ used, planned }) => [used, planned])),
  }
}

export interface BarPart {
  part: 'used' | 'planned' | 'free' | 'over'
  amount: number
}

/** The parts of a limit in the order of its bar; the part above the limit is last, whether used or planned. */
export function barParts({ limitAmount, used, planned }: Counted): BarPart[] {
  const limitPaise = paiseOf(limitAmount)
  const usedWithin = paiseOf(used) < limitPaise ? paiseOf(used) : limitPaise
  const room = limitPaise - usedWithin
  const plannedWithin = paiseOf(planned) < room ? paiseOf(planned) : room
  const parts = {
    used: usedWithin,
    planned: plannedWithin,
    free: room - plannedWithin,
    over: paiseOf(used) - usedWithin + paiseOf(planned) - plannedWithin,
  }
  return (['used', 'planned', 'free', 'over'] as const)
    .map((part) => ({ part, amount: inRupees(parts[part]) }))
    .filter(({ amount }) => amount > 0)
}

/** The first step with the highest planned amount; undefined if today's planned amount is the highest. */
export function mostPlanned(steps: readonly HeadroomStep[]): HeadroomStep | undefined {
  const [first] = steps
  if (!first) return undefined
  const peak = steps.reduce((highest, step) => (step.planned > highest.planned ? step : highest))
  return peak.planned > first.planned ? peak : undefined
}
