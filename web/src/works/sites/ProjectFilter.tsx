import { siteLabels } from '@plinth/api/works/sites'
import { plainText } from '../../lib/format.ts'
import { translated } from '../../lib/language.ts'
import type { FilterValue } from '../../lib/list-address.ts'
import filterClasses from '../../ui/list/Filters.module.css'
import { Filter } from '../../ui/list/Filters.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { useProjects } from '../tasks/task-choices.ts'

// Loaded later: few visits open the dialog with all filters.
const ProjectInput = lazyPart(() => import('./ProjectInput.tsx'), 'ProjectInput', {
  waiting: <div className={filterClasses['waiting']} />,
})

const Name = ({ value }: { value: FilterValue }) => useProjects().nameOf(plainText(value))

/** Filters by project. */
export const projectFilter = (
  <Filter name="projectId" label={translated(siteLabels.projectId)} words={(value) => <Name value={value} />}>
    {(value, set) => <ProjectInput value={value} onChange={set} />}
  </Filter>
)
