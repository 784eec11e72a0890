import type { ListedGeneralTask } from '@plinth/api/works/general-tasks'
import type { Column } from '../../ui/list/DataRows.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import { GeneralTaskHead } from './GeneralTaskHead.tsx'

interface Props {
  task: ListedGeneralTask
  columns: Column<ListedGeneralTask>[]
}

/** A general task beside its list. */
export const GeneralTaskPanel = ({ task, columns }: Props) => (
  <>
    <GeneralTaskHead task={task} />
    <PanelFacts row={task} columns={columns} facts={['recordName', 'dueOn', 'priority', 'repeatEvery', 'note']} />
  </>
)
