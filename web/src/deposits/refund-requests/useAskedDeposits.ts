import { type AskableDeposit, listAskableDeposits, type RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRecord } from '../../lib/useRecord.ts'
import { offeredOf, proposedItems } from './asked-deposits.ts'
import type { FormValues } from './request-form.ts'

/**
 * The deposits of the chosen office, and those that are ticked. A newly chosen office has its due deposits ticked; one chosen before
 * has what was ticked then. `named` are the deposits of the address, `stored` those of a draft.
 */
export function useAskedDeposits(named: readonly string[], stored: readonly RequestedDeposit[]) {
  const { setValue, getValues } = useFormContext<FormValues>()
  const [officeId, deposits] = useWatch<FormValues, ['officeId', 'deposits']>({ name: ['officeId', 'deposits'] })
  const query = { officeId: officeId ?? '' }
  const askable = useRecord(listAskableDeposits, { enabled: Boolean(officeId), query })
  // The ticked deposits of each office, so that changing the office and back loses nothing.
  const ticked = useRef(new Map<string, FormValues['deposits']>())
  const seeded = useRef<string | null>(null)
  const { data } = askable

  useEffect(() => {
    if (!data || !officeId || seeded.current === officeId) return
    const isFirst = seeded.current === null
    seeded.current = officeId
    const present = getValues('deposits')
    const isOfOffice = present.some(({ depositId }) => data.some((one: AskableDeposit) => one.depositId === depositId))
    // The deposits of a stored draft or a restored form stay.
    if (isOfOffice || (isFirst && stored.length > 0)) return
    setValue('deposits', ticked.current.get(officeId) ?? proposedItems(data, named))
  }, [data, officeId, getValues, setValue, named, stored])

  function put(next: FormValues['deposits']): void {
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
