import { generalTaskLabels } from '@plinth/api/works/general-tasks'
import { plainText } from '../../lib/format.ts'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import filterClasses from '../../ui/list/Filters.module.css'
import { Filter } from '../../ui/list/Filters.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { useAssignees } from './useAssignees.ts'

// Loaded later: few visits open the dialog with all filters.
const AssigneeInput = lazyPart(() => import('./AssigneeInput.tsx'), 'AssigneeInput', {
  waiting: <div className={filterClasses['waiting']} />,
})

const Name = ({ value }: { value: FilterValue }) => useAssignees().nameOf(plainText(value))

/** Filters by assignee. */
export const assigneeFilter = (
  <Filter name="assigneeId" label={translated(generalTaskLabels.assigneeId)} words={(value) => <Name value={value} />}>
    {(value, set) => <AssigneeInput value={value} onChange={set} />}
  </Filter>
)
