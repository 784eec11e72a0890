import type { Instrument } from '@plinth/api/guarantees/instruments'
import { useFormState } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { useFacilities } from './useFacilities.ts'

type OfFacility = Pick<Instrument, 'facilityId' | 'facilityName'>

interface Asked {
  enabled?: boolean
  /** Told where no limit is in use, and else. */
  none: string
  usual?: string
}

/**
 * The limits in use that a record of the surrounding form can be under, and what is said below them. The one that it has stays one
 * of them when it is no longer in use, and has its name until the others are there.
 */
export function useFacilityOptions({ enabled = true, none, usual }: Asked) {
  const { facilities, hasFailed } = useFacilities({ enabled })
  const { facilityId: presentId, facilityName } = useFormState<OfFacility>().defaultValues ?? {}
  const offered = (facilities ?? []).filter(({ id, isActive }) => isActive || id === presentId)
  const present =
    presentId && offered.every(({ id }) => id !== presentId) ? [{ value: presentId, label: facilityName ?? '…' }] : []
  const isNone = facilities?.every(({ isActive }) => !isActive)
  return {
    facilities,
    options: [...present, ...offered.map(({ id, facilityName: name }) => ({ value: id, label: name }))],
    hint: hasFailed ? t('Failed to fetch bank limits') : isNone ? none : usual,
  }
}
