import { commissionOf } from '@plinth/api/guarantees/guarantee-commission'
import type { BidBank, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { findMends, judge, neededSpans } from './bid.rules.ts'
import { countedGuarantee, factsOf, freedOf, inFreeingOrder, type Limit, marginOf, spanOf } from './limit.rules.ts'

/**
 * Whether a limit is enough for the guarantees of a contract: those planned under it, else all of them, as if this bank gave them.
 * Undefined if none of them is needed any more, or if the limit is inactive and has none of the plans.
 */
export function bankOf(limit: Limit, contractId: string, plans: readonly BidPlan[], day: string): BidBank | undefined {
  const plansHere = plans.filter(({ facilityId }) => facilityId === limit.facilityId)
  const judgedPlans = plansHere.length > 0 ? plansHere : plans
  const spans = neededSpans(judgedPlans.map(spanOf), day)
  if (spans.length === 0 || (plansHere.length === 0 && !limit.isActive)) return undefined
  const counting = inFreeingOrder(
    limit.guarantees.map((guarantee) => countedGuarantee(guarantee, limit)),
    day,
  )
  const judgement = judge(spans, {
    limit: paiseOf(limit.limitAmount),
    used: counting.map(({ span }) => span),
    others: limit.plans.filter((plan) => plan.contractId !== contractId).map(spanOf),
  })
  const { mends, isMended } = findMends(judgement.days, counting)
  const costs = judgedPlans.map(({ amount, neededOn, untilOn }) =>
    commissionOf({ amount, from: neededOn, until: untilOn }, limit),
  )
  const amounts = judgedPlans.map(({ amount }) => paiseOf(amount))
  const { marginPercent } = limit
  return {
    ...factsOf(limit),
    isActive: limit.isActive,
    isPlanned: plansHere.length > 0,
    verdict: judgement.verdict,
    firstShortOn: judgement.firstShortOn,
    shortage: inRupees(judgement.shortage),
    firstShortAloneOn: judgement.firstShortAloneOn,
    shortageAlone: inRupees(judgement.shortageAlone),
    days: judgement.days.map(({ on, used, others, asked: spans, left }) => ({
      on,
      used: inRupees(used),
      others: inRupees(others),
      asked: inRupees(spans),
      left: inRupees(left),
    })),
    mends: mends.map((counted) => {
      const freed = freedOf(counted, day)
      const isInTime = freed.on !== null && judgement.firstShortOn !== null && freed.on <= judgement.firstShortOn
      return { ...freed, isInTime }
    }),
    isMended,
    marginNeeded:
      marginPercent === null ? null : inRupees(marginOf(amounts.map((paise) => ({ paise, percent: marginPercent })))),
    commission: costs.some((cost) => cost === null)
      ? null
      : inRupees(costs.reduce((sum: bigint, cost) => sum + paiseOf(cost ?? 0), 0n)),
  }
}
