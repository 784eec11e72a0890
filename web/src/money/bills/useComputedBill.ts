import type { Bill, NextBill } from '@plinth/api/money/bills'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { type BillBasis, billOf, type TypedBill } from './bill-typed.ts'

/** The bill of the surrounding form as typed; undefined while it is incomplete. */
export function useComputedBill(basis: BillBasis & Pick<NextBill, 'byItems'>) {
  const [kind, workSource, typedWork, variationUpto, typed] = useWatch<
    Partial<TypedBill & Pick<Bill, 'workSource'>>,
    ['kind', 'workSource', 'workUpto', 'variationUpto', 'typed']
  >({ name: ['kind', 'workSource', 'workUpto', 'variationUpto', 'typed'] })
  const itemsWork = basis.byItems?.workUpto ?? null
  const workOfItems = itemsWork === null ? null : Number(itemsWork)
  const workUpto = workSource === 'ITEMS' ? workOfItems : typedWork
  return useMemo(
    () =>
      billOf(basis, {
        kind: kind ?? 'RUNNING',
        workUpto: workUpto ?? null,
        variationUpto: variationUpto ?? 0,
        typed: typed ?? [],
      }),
    [basis, kind, workUpto, variationUpto, typed],
  )
}
