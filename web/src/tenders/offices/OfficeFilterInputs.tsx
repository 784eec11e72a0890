import { noDepartment, officeColumnLabels } from '@plinth/api/tenders/contracts'
import { t, translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { MultiSelectInput } from '../../ui/list/FilterInputs.tsx'
import { departmentsOf, officeText, useOffices } from './useOffices.ts'

interface Props {
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** The departments in use, and an option for records without one. */
export function DepartmentInput(props: Props) {
  const { offices } = useOffices()
  const options = departmentsOf(offices).map((name) => ({ value: name, label: name }))
  const none = { value: noDepartment, label: t('No department') }
  return (
    <MultiSelectInput
      label={translated(officeColumnLabels.department)}
      options={[...options.filter(({ value }) => value !== noDepartment), none]}
      {...props}
    />
  )
}

export function OfficeInput(props: Props) {
  const { offices = [] } = useOffices()
  const options = offices.map((office) => ({ value: office.id, label: officeText(office) }))
  return <MultiSelectInput label={translated(officeColumnLabels.officeName)} options={options} {...props} />
}
