import { generalTaskLabels } from '@plinth/api/works/general-tasks'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { SelectInput } from '../../ui/list/FilterInputs.tsx'
import { useAssignees } from './useAssignees.ts'

interface Props {
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** Selects the assignee to filter by. */
export const AssigneeInput = (props: Props) => (
  <SelectInput label={translated(generalTaskLabels.assigneeId)} options={useAssignees().options} {...props} />
)
