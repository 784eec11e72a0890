import { type BgPlan, getBgPlan, updateBgPlan } from '@plinth/api/guarantees/bg-plans'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { plainText } from '../../lib/format.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useFacilities } from '../bank-facilities/useFacilities.ts'
import { proposalOfPlan } from './instrument-proposal.ts'

/**
 * The planned guarantee that the address names, and what the form begins with for it. To whoever may not change plans it is no
 * more than a new instrument.
 */
export function usePlanned() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const id = plainText(search['planId'])
  const maySee = useCan(getBgPlan)
  const mayChange = useCan(updateBgPlan)
  const isAsked = id !== '' && maySee && mayChange
  const plan = useRecord(getBgPlan, { enabled: isAsked, params: { id } })
  const { facilities, isAwaited } = useFacilities({ enabled: isAsked })
  // What is entered next is another guarantee than the one that was planned.
  const [isTaken, setTaken] = useState(false)
  const found: BgPlan | undefined = isTaken ? undefined : plan.data
  return {
    plan: found,
    proposal:
      found?.state === 'PLANNED'
        ? proposalOfPlan(
            found,
            facilities?.find((facility) => facility.id === found.facilityId),
          )
        : undefined,
    isAwaited: isAsked && (isAwaited || !plan.data),
    source: plan,
    take: () => setTaken(true),
  }
}
