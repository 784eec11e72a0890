import { compare, decimal } from '@plinth/api/kernel/decimal'
import type { BillWork } from '@plinth/api/money/bill-engine/bill'
import { type CutItem, cutItem } from '@plinth/api/money/memorandum-input'
import * as z from 'zod/mini'
import type { Numeric } from '../../ui/form/NumericInput.tsx'

/** A typed cut of an item. */
export interface TypedCut {
  itemId: string
  cutQuantity: Numeric
  reason: string | null
}

export type CutFault = 'NO_QUANTITY' | 'TOO_MUCH' | 'NO_REASON'

/** An empty or zero quantity is no cut. */
const isTyped = ({ cutQuantity }: TypedCut) => cutQuantity !== null && cutQuantity !== 0

/** The fault in a cut of an item; `claimed` is its claimed quantity upto as decimal text. */
export function faultOfCut(cut: TypedCut, claimed: string): CutFault | undefined {
  if (!isTyped(cut)) return undefined
  const { success, data } = z.safeParse(cutItem.shape.cutQuantity, cut.cutQuantity)
  if (!success) return 'NO_QUANTITY'
  if (compare(decimal(data), decimal(claimed)) > 0) return 'TOO_MUCH'
  return cut.reason?.trim() ? undefined : 'NO_REASON'
}

/** The cuts in the request body. Invalid quantities are included, so that the form shows their fault. */
export const cutsToSend = (cuts: readonly TypedCut[]) =>
  cuts.filter(isTyped).map(({ itemId, cutQuantity, reason }) => ({ itemId, cutQuantity, reason: reason ?? '' }))

/** The cuts of items that are still in the bill. */
export const cutsOfItems = (cuts: readonly TypedCut[], items: readonly { itemId: string }[]): TypedCut[] =>
  cuts.filter((cut) => items.some(({ itemId }) => itemId === cut.itemId))

/** The typed cuts that are possible, including those without a reason yet. */
export function possibleCuts(work: BillWork, cuts: readonly TypedCut[]): CutItem[] {
  if (work.source === 'TYPED') return []
  const claimed = new Map(work.items.map(({ id, quantity }) => [id, quantity]))
  return cuts.flatMap((cut) => {
    const fault = faultOfCut(cut, claimed.get(cut.itemId) ?? '0')
    const isSound = isTyped(cut) && (fault === undefined || fault === 'NO_REASON')
    return isSound && typeof cut.cutQuantity === 'number'
      ? [{ itemId: cut.itemId, cutQuantity: cut.cutQuantity, reason: cut.reason ?? '' }]
      : []
  })
}
