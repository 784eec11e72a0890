import type { FacilityHeadroom } from '@plinth/api/guarantee-headroom'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { sumsOn, turns } from './headroom.rules.ts'
import { comingFree, countingOf, factsOf, freedOf, type Limit, marginOf, spanOf } from './limit.rules.ts'

/** What is used, planned and left of a limit on each day from `from` to `until`, and what comes free of it. */
export function headroomOf(limit: Limit, from: string, until: string): FacilityHeadroom {
  const counting = limit.guarantees.map((guarantee) => countingOf(guarantee, limit))
  const spans = counting.map(({ span }) => span)
  // A paper that should be back and is not counts today all the same.
  const expected = counting.map(({ span, expected: last }) => ({
    ...span,
    until: span.until === null && last !== null && last < from ? from : last,
  }))
  const plans = limit.plans.map(spanOf)
  const days = turns([...spans, ...expected, ...plans], from, until)
  const [usedOn, expectedOn, plannedOn] = [spans, expected, plans].map((one) => sumsOn(one, days))
  const most = paiseOf(limit.limitAmount)
  const steps = days.map((on, at) => {
    const [used = 0n, expected = 0n, planned = 0n] = [usedOn?.[at], expectedOn?.[at], plannedOn?.[at]]
    return {
      on,
      used: inRupees(used),
      planned: inRupees(planned),
      headroom: inRupees(most - used - planned),
      expected: inRupees(most - expected - planned),
    }
  })
  const now = comingFree(counting, from).filter(({ span }) => span.from <= from)
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
    firstShortOn: steps.find(({ headroom }) => headroom < 0)?.on ?? null,
    steps,
    frees: comingFree(counting, from).map((one) => freedOf(one, from)),
  }
}
