import { commissionOf } from '@plinth/api/guarantees/guarantee-commission'
import type { BidBank, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import { askedFrom, judge, mending } from './bid.rules.ts'
import { comingFree, countingOf, factsOf, freedOf, type Limit, marginOf, spanOf } from './limit.rules.ts'

/**
 * Whether a limit is enough for the guarantees of a contract: those that are planned under it, else all of them, as if this bank gave
 * them. Undefined where none of them is to be needed any more, or nothing is planned under a limit that is no longer in use.
 */
export function bankOf(limit: Limit, contractId: string, plans: readonly BidPlan[], day: string): BidBank | undefined {
  const here = plans.filter(({ facilityId }) => facilityId === limit.facilityId)
  const judged = here.length > 0 ? here : plans
  const asked = askedFrom(judged.map(spanOf), day)
  if (asked.length === 0 || (here.length === 0 && !limit.isActive)) return undefined
  const counting = comingFree(
    limit.guarantees.map((guarantee) => countingOf(guarantee, limit)),
    day,
  )
  const found = judge(asked, {
    limit: paiseOf(limit.limitAmount),
    used: counting.map(({ span }) => span),
    others: limit.plans.filter((plan) => plan.contractId !== contractId).map(spanOf),
  })
  const { mends, isMended } = mending(found.days, counting)
  const costs = judged.map(({ amount, neededOn, untilOn }) =>
    commissionOf({ amount, from: neededOn, until: untilOn }, limit),
  )
  const amounts = judged.map(({ amount }) => paiseOf(amount))
  const { marginPercent } = limit
  return {
    ...factsOf(limit),
    isActive: limit.isActive,
    isPlanned: here.length > 0,
    verdict: found.verdict,
    firstShortOn: found.firstShortOn,
    shortage: inRupees(found.shortage),
    firstShortAloneOn: found.firstShortAloneOn,
    shortageAlone: inRupees(found.shortageAlone),
    days: found.days.map(({ on, used, others, asked, left }) => ({
      on,
      used: inRupees(used),
      others: inRupees(others),
      asked: inRupees(asked),
      left: inRupees(left),
    })),
    mends: mends.map((counted) => {
      const freed = freedOf(counted, day)
      const isInTime = freed.on !== null && found.firstShortOn !== null && freed.on <= found.firstShortOn
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
