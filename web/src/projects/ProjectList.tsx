import { Anchor } from '@mantine/core'
import {
  createProject,
  deleteProject,
  exportProjects,
  filterProjects,
  type Project,
  type ProjectStatus,
  project,
  projectLabels,
  projectStatuses,
  updateProject,
} from '@plinth/api/projects'
import { IconListTree } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dash, optionsOf } from '../lib/format.ts'
import { useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/columns-of.tsx'
import { DataList } from '../ui/DataList.tsx'
import { DayFilter, MultiSelectFilter, NumberFilter, TextFilter } from '../ui/FilterFields.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ActionLink, changeStatusOfEach, deleteEach, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { StatusBadge, type Tone } from '../ui/StatusBadge.tsx'

const tones: Record<ProjectStatus, Tone> = {
  DRAFT: 'neutral',
  PLANNED: 'neutral',
  INITIATED: 'progress',
  IN_PROGRESS: 'progress',
  ON_HOLD: 'warning',
  UNDER_REVIEW: 'warning',
  COMPLETED: 'good',
  TERMINATED: 'bad',
  CANCELLED: 'neutral',
}

const contractOf = (bidId: string | null, { contractId }: Project) =>
  contractId ? (
    <Anchor component={Link} to={`/contracts/${contractId}`} inherit>
      {bidId ?? 'Contract'}
    </Anchor>
  ) : (
    (bidId ?? dash)
  )

const columns = columnsOf(project, projectLabels, {
  projectName: { wrap: true },
  contractBidId: { show: contractOf },
  projectBidPercentage: { label: 'Bid %' },
  status: { show: (status) => <StatusBadge status={status} tones={tones} /> },
})

const shown = [
  'projectName',
  'contractBidId',
  'status',
  'projectBidValue',
  'projectBidPercentage',
  'givenStartDate',
  'givenEndDate',
] as const

const noFilters = {
  projectName: '',
  contractBidId: '',
  contractBidNo: '',
  status: [],
  projectType: '',
  licenseHolderName: '',
  description: '',
  projectActualValue: null,
  projectBidValue: null,
  projectBidPercentage: null,
  givenStartDate: '',
  givenEndDate: '',
}

const whyNotDeleted = ({ contractId }: Project) =>
  contractId ? 'This project is linked to a contract and cannot be deleted' : undefined

const bulk = [
  changeStatusOfEach<Project>(updateProject, projectStatuses),
  deleteEach(deleteProject, 'project', { blocked: whyNotDeleted }),
]

const filters = (
  <>
    <TextFilter name="projectName" label="Project name" />
    <TextFilter name="contractBidId" label="Contract bid ID" />
    <TextFilter name="contractBidNo" label="Contract bid no." />
    <MultiSelectFilter name="status" label="Status" options={optionsOf(['DRAFT', ...projectStatuses])} />
    <TextFilter name="projectType" label="Project type" />
    <TextFilter name="licenseHolderName" label="License holder" />
    <TextFilter name="description" label="Description" />
    <NumberFilter name="projectActualValue" label="Actual value" />
    <NumberFilter name="projectBidValue" label="Bid value" />
    <NumberFilter name="projectBidPercentage" label="Bid percentage" />
    <DayFilter name="givenStartDate" label="Given start on or after" />
    <DayFilter name="givenEndDate" label="Given end on or before" />
  </>
)

const rowActions = (row: Project) => {
  const { id, projectName } = row
  return (
    <RowActions
      name={projectName}
      view={`/projects/${id}`}
      edit={{ to: `/projects/${id}/edit`, call: updateProject }}
      remove={{
        endpoint: deleteProject,
        params: { id },
        confirm: 'Are you sure you want to delete this project?',
        blocked: whyNotDeleted(row),
      }}
    >
      <ActionLink
        label={`Tasks of ${projectName}`}
        to="/project-tasks"
        search={{ projectId: id }}
        icon={IconListTree}
      />
    </RowActions>
  )
}

export function ProjectList() {
  const list = useList(filterProjects, noFilters)
  return (
    <Screen
      title="Projects"
      source={list}
      failure="Failed to fetch project data."
      actions={
        <LinkButton to="/projects/create" call={createProject}>
          New project
        </LinkButton>
      }
    >
      <DataList
        name="projects"
        caption="Projects"
        list={list}
        columns={columns}
        shown={shown}
        filters={filters}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ projectName }) => projectName}
        exported={exportProjects}
        empty="There are no projects yet. Start one with New project, or from an awarded contract under Contract deposits."
      />
    </Screen>
  )
}
