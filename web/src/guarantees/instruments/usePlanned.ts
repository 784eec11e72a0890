import { type BgPlan, getBgPlan, updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { plainText } from '../../lib/format.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useFacilities } from '../bank-facilities/useFacilities.ts'
import { proposalOfPlan } from './instrument-proposal.ts'

/**
 * The planned guarantee that the address names, and the initial values of the form for it. A user who may not change plans gets
 * the form of a new instrument.
 */
export function usePlanned() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const id = plainText(search['planId'])
  const maySee = useCan(getBgPlan)
  const mayChange = useCan(updateBgPlan)
  const isEnabled = id !== '' && maySee && mayChange
  const plan = useRecord(getBgPlan, { enabled: isEnabled, params: { id } })
  const { facilities, isAwaited } = useFacilities({ enabled: isEnabled })
  // Set after saving: the next guarantee entered in the form is not the planned one.
  const [isTaken, setTaken] = useState(false)
  const planned: BgPlan | undefined = isTaken ? undefined : plan.data
  return {
    plan: planned,
    proposal:
      planned?.state === 'PLANNED'
        ? proposalOfPlan(
            planned,
            facilities?.find((facility) => facility.id === planned.facilityId),
          )
        : undefined,
    isAwaited: isEnabled && (isAwaited || !plan.data),
    source: plan,
    markTaken: () => setTaken(true),
  }
}
