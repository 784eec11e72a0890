import { compare, decimal } from '@plinth/api/kernel/decimal'
import type { BillWork } from '@plinth/api/money/bill-engine/bill'
import { type CutItem, cutItem } from '@plinth/api/money/memorandum-input'
import * as z from 'zod/mini'
import type { Numeric } from '../../ui/form/NumericInput.tsx'

/** What the memorandum cuts of an item, as it is typed. */
export interface TypedCut {
  itemId: string
  cutQuantity: Numeric
  reason: string | null
}

export type CutFault = 'NO_QUANTITY' | 'TOO_MUCH' | 'NO_REASON'

/** Nothing is cut where nothing or a zero is typed. */
const isTyped = ({ cutQuantity }: TypedCut) => cutQuantity !== null && cutQuantity !== 0

/** What is wrong with a cut of an item that claims so much upto date (decimal text). */
export function faultOfCut(cut: TypedCut, claimed: string): CutFault | undefined {
  if (!isTyped(cut)) return undefined
  const { success, data } = z.safeParse(cutItem.shape.cutQuantity, cut.cutQuantity)
  if (!success) return 'NO_QUANTITY'
  if (compare(decimal(data), decimal(claimed)) > 0) return 'TOO_MUCH'
  return cut.reason?.trim() ? undefined : 'NO_REASON'
}

/** The cuts as they are sent. What is no quantity is sent too: the form says so then. */
export const sentCuts = (cuts: readonly TypedCut[]) =>
  cuts.filter(isTyped).map(({ itemId, cutQuantity, reason }) => ({ itemId, cutQuantity, reason: reason ?? '' }))

/** The cuts whose items are still in the bill. */
export const cutsOfItems = (cuts: readonly TypedCut[], items: readonly { itemId: string }[]): TypedCut[] =>
  cuts.filter((cut) => items.some(({ itemId }) => itemId === cut.itemId))

/** The cuts that the bill can be passed with as far as they are typed: those without a reason yet, too. */
export function soundCuts(work: BillWork, cuts: readonly TypedCut[]): CutItem[] {
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
