import { listDepositOwners, releasedLabels } from '@plinth/api/deposits/deposit-releases'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { MultiSelectInput } from '../../ui/list/FilterInputs.tsx'

interface Props {
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** A choice of any number of users who can own a deposit. */
export function OwnerInput(props: Props) {
  const { data: owners = [] } = useRecord(listDepositOwners)
  const options = owners.map(({ id, username }) => ({ value: id, label: username }))
  return <MultiSelectInput label={translated(releasedLabels.ownerName)} options={options} {...props} />
}
