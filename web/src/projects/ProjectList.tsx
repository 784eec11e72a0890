import { Anchor } from '@mantine/core'
import {
  createProject,
  deleteProject,
  filterProjects,
  type Project,
  type ProjectStatus,
  projectStatuses,
  updateProject,
} from '@plinth/api/projects'
import { IconListTree } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { dash, dayText, optionsOf, percent, rupees } from '../lib/format.ts'
import { useList } from '../lib/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { DayFilter, MultiSelectFilter, NumberFilter, TextFilter } from '../ui/FilterFields.tsx'
import { Filters } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
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

const columns: Column<Project>[] = [
  { field: 'projectName', label: 'Project name', wrap: true },
  { field: 'contractBidId', label: 'Contract bid ID', show: contractOf },
  { field: 'status', label: 'Status', show: (status) => <StatusBadge status={status} tones={tones} /> },
  { field: 'projectBidValue', label: 'Bid value', show: rupees, align: 'right' },
  { field: 'projectBidPercentage', label: 'Bid %', show: percent, align: 'right' },
  { field: 'givenStartDate', label: 'Given start', show: dayText },
  { field: 'givenEndDate', label: 'Given end', show: dayText },
]

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

const rowActions = ({ id, projectName, contractId }: Project) => (
  <RowActions
    name={projectName}
    view={`/projects/${id}`}
    edit={{ to: `/projects/${id}/edit`, call: updateProject }}
    remove={{
      endpoint: deleteProject,
      params: { id },
      confirm: 'Are you sure you want to delete this project?',
      blocked: contractId ? 'This project is linked to a contract and cannot be deleted' : undefined,
    }}
  >
    <ActionLink label={`Tasks of ${projectName}`} to="/project-tasks" search={{ projectId: id }} icon={IconListTree} />
  </RowActions>
)

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
      <Filters list={list}>
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
      </Filters>
      <DataTable
        caption="Projects"
        list={list}
        columns={columns}
        actions={rowActions}
        empty="There are no projects yet. Start one with New project, or from an awarded contract under Contract deposits."
      />
      <Pager list={list} />
    </Screen>
  )
}
