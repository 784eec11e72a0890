import { instrumentLabels } from '@plinth/api/guarantees/instruments'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { MultiSelectInput } from '../../ui/list/FilterInputs.tsx'
import { useFacilities } from './useFacilities.ts'

interface Props {
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** Every limit, those that are no longer in use too: what was given under them is looked for as well. */
export function FacilityFilterInput(props: Props) {
  const { facilities = [] } = useFacilities()
  const options = facilities.map(({ id, facilityName }) => ({ value: id, label: facilityName }))
  return <MultiSelectInput label={translated(instrumentLabels.facilityId)} options={options} {...props} />
}
