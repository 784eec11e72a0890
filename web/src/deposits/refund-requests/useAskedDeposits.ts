import { type AskableDeposit, listAskableDeposits, type RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRecord } from '../../lib/useRecord.ts'
import { offeredOf, proposed } from './asked-deposits.ts'
import type { Typed } from './request-form.ts'

/**
 * What can be asked for of the office that is chosen, and what is ticked of it. An office that is chosen anew has what is due of
 * it ticked; one that was chosen before has what was ticked then. `named` are those of the address, `stored` those of a draft.
 */
export function useAskedDeposits(named: readonly string[], stored: readonly RequestedDeposit[]) {
  const { setValue, getValues } = useFormContext<Typed>()
  const [officeId, deposits] = useWatch<Typed, ['officeId', 'deposits']>({ name: ['officeId', 'deposits'] })
  const query = { officeId: officeId ?? '' }
  const askable = useRecord(listAskableDeposits, { enabled: Boolean(officeId), query })
  // What was ticked of each office, so that going to another and back loses nothing.
  const ticked = useRef(new Map<string, Typed['deposits']>())
  const seeded = useRef<string | null>(null)
  const { data } = askable

  useEffect(() => {
    if (!data || !officeId || seeded.current === officeId) return
    const isFirst = seeded.current === null
    seeded.current = officeId
    const present = getValues('deposits')
    const isOfOffice = present.some(({ depositId }) => data.some((one: AskableDeposit) => one.depositId === depositId))
    // What a draft names, or was restored, stands.
    if (isOfOffice || (isFirst && stored.length > 0)) return
    setValue('deposits', ticked.current.get(officeId) ?? proposed(data, named))
  }, [data, officeId, getValues, setValue, named, stored])

  function put(next: Typed['deposits']): void {
    if (officeId) ticked.current.set(officeId, next)
    setValue('deposits', next, { shouldDirty: true })
  }
  const tick = (depositId: string, amount: number, isTicked: boolean) =>
    put(isTicked ? [...deposits, { depositId, amount }] : deposits.filter((deposit) => deposit.depositId !== depositId))
  const change = (depositId: string, amount: number | string | null) =>
    put(deposits.map((deposit) => (deposit.depositId === depositId ? { ...deposit, amount } : deposit)))
  return {
    ...askable,
    deposits,
    offered: data && offeredOf(data, stored),
    tick,
    change,
  }
}
