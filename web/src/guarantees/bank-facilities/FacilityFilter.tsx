import { instrumentLabels } from '@plinth/api/guarantees/instruments'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import filterClasses from '../../ui/list/Filters.module.css'
import { Filter } from '../../ui/list/Filters.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { useFacilities } from './useFacilities.ts'

// Lazy part: few visits open the box of all filters.
const FacilityFilterInput = lazyPart(() => import('./FacilityFilterInput.tsx'), 'FacilityFilterInput', {
  waiting: <div className={filterClasses['waiting']} />,
})

/** The names of the limits whose ids are in the filter. */
function FacilityNames({ ids }: { ids: readonly string[] }) {
  const { facilities } = useFacilities()
  if (!facilities) return '…'
  const names = facilities.filter(({ id }) => ids.includes(id)).map(({ facilityName }) => facilityName)
  return names.length > 0 ? names.join(', ') : t('A limit that is no longer there')
}

export const noFacilityFilter = { facilityId: [] }

/** Filter by bank limit: any number of limits; none means all. */
export const facilityFilter = (
  <Filter
    name="facilityId"
    label={translated(instrumentLabels.facilityId)}
    words={(value) => <FacilityNames ids={[value].flat().map(plainText)} />}
  >
    {(value, set) => <FacilityFilterInput value={value} onChange={set} />}
  </Filter>
)
