import { siteLabels } from '@plinth/api/works/sites'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import { SelectInput } from '../../ui/list/FilterInputs.tsx'
import { useProjects } from '../tasks/task-choices.ts'

interface Props {
  value: FilterValue
  onChange: (value: FilterValue) => void
}

/** Selects the project to filter by. */
export const ProjectInput = (props: Props) => (
  <SelectInput label={translated(siteLabels.projectId)} options={useProjects().options} {...props} />
)
