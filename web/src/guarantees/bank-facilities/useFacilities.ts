import { listBankFacilityChoices } from '@plinth/api/guarantees/bank-facilities'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'

const key = endpointKey(listBankFacilityChoices, {})

/** The bank limits with their names only, without figures. */
export function useFacilities({ enabled = true } = {}) {
  const may = useCan(listBankFacilityChoices)
  const isEnabled = enabled && may
  const { data, isError, isPending } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(listBankFacilityChoices, {}, { signal }),
    enabled: isEnabled,
  })
  return { facilities: data, hasFailed: isError, isAwaited: isEnabled && isPending }
}
