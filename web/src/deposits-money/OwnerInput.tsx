import { listDepositOwners, releasedLabels } from '@plinth/api/deposit-releases'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/call.ts'
import { plainText } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import type { FilterValue } from '../lib/list-address.ts'
import { endpointKey } from '../lib/query-client.ts'
import { MultiSelectInput } from '../ui/FilterInputs.tsx'

const useOwners = () =>
  useQuery({
    queryKey: endpointKey(listDepositOwners, {}),
    queryFn: ({ signal }) => call(listDepositOwners, {}, { signal }),
  }).data

export function OwnerInput(props: { value: FilterValue; onChange: (value: FilterValue) => void }) {
  const options = useOwners()?.map(({ id, username }) => ({ value: id, label: username })) ?? []
  return <MultiSelectInput label={translated(releasedLabels.ownerName)} options={options} {...props} />
}

/** What the people are called that are known to the list by their ids. */
export function OwnerNames({ value }: { value: FilterValue }) {
  const owners = useOwners()
  if (!owners) return '…'
  const ids = [value].flat().map(plainText)
  const known = owners.filter(({ id }) => ids.includes(id)).map(({ username }) => username)
  return known.length > 0 ? known.join(', ') : t('Somebody who is no longer there')
}
