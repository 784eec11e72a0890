import { instrumentLabels } from '@plinth/api/guarantees/instruments'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { MultiSelectInput } from '../../ui/list/FilterInputs.tsx'
import { useFacilities } from './useFacilities.ts'

interface Props {
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** Offers every limit, including those no longer in use: users also look for guarantees given under them. */
export function FacilityFilterInput(props: Props) {
  const { facilities = [] } = useFacilities()
  const options = facilities.map(({ id, facilityName }) => ({ value: id, label: facilityName }))
  return <MultiSelectInput label={translated(instrumentLabels.facilityId)} options={options} {...props} />
}
