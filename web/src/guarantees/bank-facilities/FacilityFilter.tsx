import { instrumentLabels } from '@plinth/api/guarantees/instruments'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import filterClasses from '../../ui/list/Filters.module.css'
import { Filter } from '../../ui/list/Filters.tsx'
import { part } from '../../ui/shell/Part.tsx'
import { useFacilities } from './useFacilities.ts'

// Few visits open the box of all filters.
const FacilityFilterInput = part(() => import('./FacilityFilterInput.tsx'), 'FacilityFilterInput', {
  waiting: <div className={filterClasses['waiting']} />,
})

/** What limits are called that are known to the list by their ids. */
function FacilityNames({ ids }: { ids: readonly string[] }) {
  const { facilities } = useFacilities()
  if (!facilities) return '…'
  const known = facilities.filter(({ id }) => ids.includes(id)).map(({ facilityName }) => facilityName)
  return known.length > 0 ? known.join(', ') : t('A limit that is no longer there')
}

export const noFacilityFilter = { facilityId: [] }

/** By the limit of a bank: any number of them; none means all. */
export const facilityFilter = (
  <Filter
    name="facilityId"
    label={translated(instrumentLabels.facilityId)}
    words={(value) => <FacilityNames ids={[value].flat().map(plainText)} />}
  >
    {(value, set) => <FacilityFilterInput value={value} onChange={set} />}
  </Filter>
)
