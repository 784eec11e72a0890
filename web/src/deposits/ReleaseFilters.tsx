import { depositPurposes, listDepositOwners, nextSteps, releasedLabels } from '@plinth/api/deposit-releases'
import { depositLabels } from '@plinth/api/deposits'
import { optionsOf, plainText } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import type { FilterValue } from '../lib/list-address.ts'
import { useRecord } from '../lib/useRecord.ts'
import { DayFilter, MultiSelectFilter } from '../ui/FilterFields.tsx'
import filterClasses from '../ui/Filters.module.css'
import { Filter } from '../ui/Filters.tsx'
import { part } from '../ui/Part.tsx'

// Few visits open the box of all filters.
const OwnerInput = part(() => import('./OwnerInput.tsx'), 'OwnerInput', {
  waiting: <div className={filterClasses['waiting']} />,
})

const idsOf = (value: FilterValue) => [value].flat().map(plainText)

/** What people are called that are known to the list by their ids. */
function OwnerNames({ ids }: { ids: readonly string[] }) {
  const { data: owners } = useRecord(listDepositOwners)
  if (!owners) return '…'
  return ids.map((id) => owners.find((owner) => owner.id === id)?.username ?? t('Somebody who has left')).join(', ')
}

export const noReleaseFilters = { purpose: [], ownerId: [], nextStep: [], dueBefore: '' }

/** By what it is for, who is after it, what is next, and the day before which it is due. */
export const releaseFilters = (
  <>
    <MultiSelectFilter name="purpose" label={translated(depositLabels.purpose)} options={optionsOf(depositPurposes)} />
    <Filter
      name="ownerId"
      label={translated(releasedLabels.ownerName)}
      words={(value) => <OwnerNames ids={idsOf(value)} />}
    >
      {(value, set) => <OwnerInput value={value} onChange={set} />}
    </Filter>
    <MultiSelectFilter name="nextStep" label={translated(releasedLabels.nextStep)} options={optionsOf(nextSteps)} />
    <DayFilter name="dueBefore" label={t('Due before')} />
  </>
)
