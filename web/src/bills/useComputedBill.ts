import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { billOf, type Ground, type TypedBill } from './bill-typed.ts'

/** What the bill of the surrounding form comes to as it is typed; nothing as long as it is not whole. */
export function useComputedBill(ground: Ground) {
  const [kind, workUpto, variationUpto, typed] = useWatch<
    Partial<TypedBill>,
    ['kind', 'workUpto', 'variationUpto', 'typed']
  >({ name: ['kind', 'workUpto', 'variationUpto', 'typed'] })
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
