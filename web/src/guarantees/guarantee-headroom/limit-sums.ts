import type { FacilityHeadroom, HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { inRupees, paiseOf, sumInPaise } from '@plinth/api/kernel/paise'

type Counted = Pick<FacilityHeadroom, 'limitAmount' | 'used' | 'planned'>

const sumOf = (amounts: readonly number[]) => inRupees(sumInPaise(amounts))

/**
 * All limits together, as of today. What is free at one bank makes up for nothing at another that is over its limit, and under a
 * limit that is not in use any more nothing new is given: what still runs there is told apart.
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

/** What a limit is made up of, in the order of its bar; what goes over it stands last, whether it is used or planned. */
export function barParts({ limitAmount, used, planned }: Counted): BarPart[] {
  const most = paiseOf(limitAmount)
  const usedWithin = paiseOf(used) < most ? paiseOf(used) : most
  const room = most - usedWithin
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

/** The most that plans come to on any day ahead, and the first such day; none where that is what they come to today. */
export function mostPlanned(steps: readonly HeadroomStep[]): HeadroomStep | undefined {
  const [first] = steps
  if (!first) return undefined
  const most = steps.reduce((highest, step) => (step.planned > highest.planned ? step : highest))
  return most.planned > first.planned ? most : undefined
}
