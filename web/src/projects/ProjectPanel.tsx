import type { Project } from '@plinth/api/projects'
import type { ReactNode } from 'react'
import type { Column } from '../ui/DataRows.tsx'
import { PanelFacts, PanelHead } from '../ui/PanelFacts.tsx'

interface Props {
  project: Project
  columns: Column<Project>[]
  /** How it stands. */
  children: ReactNode
}

/** A project beside its list. */
export const ProjectPanel = ({ project, columns, children }: Props) => (
  <>
    <PanelHead>{children}</PanelHead>
    <PanelFacts
      row={project}
      columns={columns}
      figures={['rollup', 'projectBidValue']}
      facts={[
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
