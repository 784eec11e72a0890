import type { FacilityHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { findMends } from './bid.rules.ts'
import { changeDays, sumsOn } from './headroom.rules.ts'
import {
  type CountedGuarantee,
  countedGuarantee,
  factsOf,
  freedOf,
  inFreeingOrder,
  type Limit,
  marginOf,
  spanOf,
} from './limit.rules.ts'

/** The totals of a limit's guarantees and plans on each day on which they change, in paise. */
function lineOf(limit: Limit, counting: readonly CountedGuarantee[], from: string, until: string) {
  const spans = counting.map(({ span }) => span)
  // A guarantee that should be back and is not still counts today.
  const expected = counting.map(({ span, expected: last }) => ({
    ...span,
    until: span.until === null && last !== null && last < from ? from : last,
  }))
  const plans = limit.plans.map(spanOf)
  const days = changeDays([...spans, ...expected, ...plans], from, until)
  const [usedOn, expectedOn, plannedOn] = [spans, expected, plans].map((one) => sumsOn(one, days))
  const most = paiseOf(limit.limitAmount)
  return days.map((on, at) => {
    const [used = 0n, expected = 0n, planned = 0n] = [usedOn?.[at], expectedOn?.[at], plannedOn?.[at]]
    return { on, used, planned, left: most - used - planned, expected: most - expected - planned }
  })
}

/** The used, planned and free amounts of a limit on each day from `from` to `until`, and the guarantees that come free. */
export function headroomOf(limit: Limit, from: string, until: string): FacilityHeadroom {
  const counting = limit.guarantees.map((guarantee) => countedGuarantee(guarantee, limit))
  const line = lineOf(limit, counting, from, until)
  const steps = line.map(({ on, used, planned, left, expected }) => ({
    on,
    used: inRupees(used),
    planned: inRupees(planned),
    headroom: inRupees(left),
    expected: inRupees(expected),
  }))
  const short = line.filter(({ left }) => left < 0n).slice(0, 1)
  const frees = inFreeingOrder(counting, from)
  const now = frees.filter(({ span }) => span.from <= from)
  const { mends, isMended } = findMends(short, frees)
  const [first] = steps
  return {
    ...factsOf(limit),
    reviewOn: limit.reviewOn,
    isActive: limit.isActive,
    used: first?.used ?? 0,
    planned: first?.planned ?? 0,
    headroom: first?.headroom ?? 0,
    guarantees: now.length,
    plans: limit.plans.length,
    marginNeeded: inRupees(
      marginOf(
        now.map(({ span, guarantee }) => ({
          paise: span.paise,
          percent: guarantee.marginPercent ?? limit.marginPercent,
        })),
      ),
    ),
    marginHeld: inRupees(now.reduce((sum, { guarantee }) => sum + paiseOf(guarantee.pledged), 0n)),
    firstShortOn: short[0]?.on ?? null,
    steps,
    frees: frees.map((one) => freedOf(one, from)),
    mends: isMended ? mends.map((one) => freedOf(one, from)) : null,
  }
}
