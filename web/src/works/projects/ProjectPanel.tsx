import type { Project } from '@plinth/api/works/projects'
import type { Column } from '../../ui/list/DataRows.tsx'
import { PanelFacts } from '../../ui/list/PanelFacts.tsx'
import { ProjectHead } from './ProjectHead.tsx'

interface Props {
  project: Project
  columns: Column<Project>[]
}

/** A project beside its list. */
export const ProjectPanel = ({ project, columns }: Props) => (
  <>
    <ProjectHead project={project} />
    <PanelFacts
      row={project}
      columns={columns}
      facts={[
        'projectBidValue',
        'contractBidId',
        'projectType',
        'licenseHolderName',
        'givenStartDate',
        'givenEndDate',
        'actualStartDate',
        'actualEndDate',
      ]}
    />
  </>
)
