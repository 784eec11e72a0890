import { listDepositOwners, releasedLabels } from '@plinth/api/deposits/deposit-releases'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { useRecord } from '../../lib/useRecord.ts'
import filterClasses from '../../ui/list/Filters.module.css'
import { Filter } from '../../ui/list/Filters.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'

// A lazy part, because few visits open all filters.
const OwnerInput = lazyPart(() => import('./OwnerInput.tsx'), 'OwnerInput', {
  waiting: <div className={filterClasses['waiting']} />,
})

/** The names of the owners in the filter, which holds their ids. */
function OwnerNames({ value }: { value: FilterValue }) {
  const { data: owners } = useRecord(listDepositOwners)
  if (!owners) return '…'
  const nameOf = (id: string) => owners.find((owner) => owner.id === id)?.username ?? t('Somebody who has left')
  return [value].flat().map(plainText).map(nameOf).join(', ')
}

export const ownerFilter = (
  <Filter name="ownerId" label={translated(releasedLabels.ownerName)} words={(value) => <OwnerNames value={value} />}>
    {(value, set) => <OwnerInput value={value} onChange={set} />}
  </Filter>
)
