import { createBgPlan, deleteBgPlan } from '@plinth/api/guarantees/bg-plans'
import type { BidBank, BidPlan } from '@plinth/api/guarantees/guarantee-headroom'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { counted } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { newKey } from '../../lib/request.ts'
import { useCan } from '../../lib/useCan.ts'
import { undoBy } from '../../ui/form/undo-save.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { regainFocus } from '../../ui/shell/regain-focus.ts'

type Bank = Pick<BidBank, 'facilityId' | 'facilityName'>

async function deletePlans(ids: readonly string[]): Promise<void> {
  for (const id of ids) await call(deleteBgPlan, { params: { id } })
}

/** Plans all proposed guarantees at one bank, one after the other. `at` is the bank for which this is running. */
export function usePlanning(contractId: string) {
  const client = useQueryClient()
  const mayDelete = useCan(deleteBgPlan)
  const [at, setAt] = useState<string>()

  async function plan({ facilityId, facilityName }: Bank, proposed: readonly BidPlan[]) {
    const ids: string[] = []
    setAt(facilityId)
    try {
      for (const { purpose, amount, neededOn, untilOn } of proposed) {
        const body = { contractId, facilityId, purpose, amount, neededOn, untilOn }
        ids.push((await call(createBgPlan, { body }, { idempotencyKey: newKey() })).id)
      }
      const done = t('{guarantees} planned at {bank}', {
        guarantees: counted(ids.length, 'guarantee'),
        bank: facilityName,
      })
      void alertSuccess(done, ...(mayDelete ? [undoBy(() => deletePlans(ids), done, client)] : []))
    } catch (error) {
      void alertFailure(t('Not all of them could be planned at {bank}.', { bank: facilityName }), reasonOf(error))
    }
    await client.invalidateQueries()
    setAt(undefined)
    regainFocus('bid')
  }
  return { plan, at }
}
