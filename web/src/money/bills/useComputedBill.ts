import type { Bill, NextBill } from '@plinth/api/money/bills'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { billOf, type Ground, type TypedBill } from './bill-typed.ts'

/** What the bill of the surrounding form comes to as it is typed; nothing as long as it is not whole. */
export function useComputedBill(ground: Ground & Pick<NextBill, 'byItems'>) {
  const [kind, workSource, typedWork, variationUpto, typed] = useWatch<
    Partial<TypedBill & Pick<Bill, 'workSource'>>,
    ['kind', 'workSource', 'workUpto', 'variationUpto', 'typed']
  >({ name: ['kind', 'workSource', 'workUpto', 'variationUpto', 'typed'] })
  const itemsWork = ground.byItems?.workUpto ?? null
  const workOfItems = itemsWork === null ? null : Number(itemsWork)
  const workUpto = workSource === 'ITEMS' ? workOfItems : typedWork
  return useMemo(
    () =>
      billOf(ground, {
        kind: kind ?? 'RUNNING',
        workUpto: workUpto ?? null,
        variationUpto: variationUpto ?? 0,
        typed: typed ?? [],
      }),
    [ground, kind, workUpto, variationUpto, typed],
  )
}
