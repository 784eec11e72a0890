import { listOfficeChoices, type OfficeChoice } from '@plinth/api/tenders/offices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useCan } from '../../lib/useCan.ts'

export const officesKey = endpointKey(listOfficeChoices, {})

/** Every office of the company, for people who may see them. */
export function useOffices({ enabled = true } = {}) {
  const isAllowed = useCan(listOfficeChoices)
  const { data, isError } = useQuery({
    queryKey: officesKey,
    queryFn: ({ signal }) => call(listOfficeChoices, {}, { signal }),
    enabled: enabled && isAllowed,
  })
  return { offices: data, hasFailed: isError }
}

/** For example: PWD Maharashtra — Executive Engineer, Division 3, Pune. */
export const officeText = ({ department, officeName }: Pick<OfficeChoice, 'department' | 'officeName'>) =>
  `${department} — ${officeName}`

export const departmentsOf = (offices: readonly OfficeChoice[] = []) => [
  ...new Set(offices.map(({ department }) => department)),
]
