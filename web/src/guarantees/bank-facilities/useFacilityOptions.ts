import type { Instrument } from '@plinth/api/guarantees/instruments'
import { useFormState } from 'react-hook-form'
import { t } from '../../lib/language.ts'
import { useFacilities } from './useFacilities.ts'

type FacilityValues = Pick<Instrument, 'facilityId' | 'facilityName'>

interface Options {
  enabled?: boolean
  /** The note if no limit is in use; `usual` is the note otherwise. */
  none: string
  usual?: string
}

/**
 * The limits in use as options for the record of the surrounding form, and the note below the field. The record's own limit stays
 * an option when it is no longer in use, and is offered by its stored name until the limits are loaded.
 */
export function useFacilityOptions({ enabled = true, none, usual }: Options) {
  const { facilities, hasFailed } = useFacilities({ enabled })
  const { facilityId: presentId, facilityName } = useFormState<FacilityValues>().defaultValues ?? {}
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
