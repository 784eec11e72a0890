import { Anchor, Text } from '@mantine/core'
import { notANumber, parseAmount, parsePercent } from '@plinth/api/kernel/amounts'
import { getContract } from '@plinth/api/tenders/contracts'
import {
  countProjects,
  createProject,
  deleteProject,
  exportProjects,
  filterProjects,
  getProject,
  listProjectGroups,
  type Project,
  type ProjectQuickFilter,
  project,
  projectGroups,
  projectLabels,
  projectStatuses,
  type TaskRollup,
  updateProject,
} from '@plinth/api/works/projects'
import { filterSites } from '@plinth/api/works/sites'
import { IconListTree } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { dash, optionsOf, plainText, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Grouping } from '../../lib/list-groups.ts'
import { useCan } from '../../lib/useCan.ts'
import { useList } from '../../lib/useList.ts'
import { NumericInput } from '../../ui/form/NumericInput.tsx'
import { changeStatusOfEach, deleteEach } from '../../ui/list/bulk-action.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DayFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { Filter } from '../../ui/list/Filters.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import type { InPlace } from '../../ui/record/InPlace.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { ActionLink, RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { ProjectStatusCell } from './ProjectStatus.tsx'

// Loaded later: few visits open a record, and its head is most of the top of its page.
const ProjectPanel = lazyPart(() => import('./ProjectPanel.tsx'), 'ProjectPanel', { waiting: <PanelWaiting /> })

/** The contract's bid ID, as a link to the contract for users who may see it. */
function LinkedContract({ contractBidId, contractId }: Project) {
  const maySee = useCan(getContract)
  if (!contractId || !maySee) return contractBidId ?? dash
  return (
    <Anchor component={Link} to={`/contracts/${contractId}`} inherit>
      {contractBidId ?? t('Contract')}
    </Anchor>
  )
}

const labels = { ...projectLabels, rollup: t('Tasks') } as const

/** The progress of the tasks, with their estimate. */
const workOf = (rollup: TaskRollup | null) =>
  rollup && (
    <>
      <div>{t('{percent} done', { percent: roundPercent(rollup.progress) })}</div>
      <Text size="xs" c="dimmed">
        {t('of {amount}', { amount: rupees(rollup.estimatedAmount) })}
      </Text>
    </>
  )

/** The fields that can be edited in the list, with the fields that change together with them. */
const inPlace: InPlace<Project> = {
  endpoint: updateProject,
  nameOf: ({ projectName }) => projectName,
  fields: {
    projectActualValue: ['projectBidValue', 'projectBidPercentage'],
    projectBidValue: ['projectBidPercentage'],
    projectBidPercentage: ['projectBidValue'],
    givenStartDate: [],
    givenEndDate: [],
    actualStartDate: [],
    actualEndDate: [],
    extensionDate: [],
  },
}

const columns = columnsOf(
  project,
  labels,
  {
    rollup: { show: (rollup) => workOf(rollup) ?? dash, align: 'right', sortable: false, exported: false },
    projectName: { wrap: true, show: (name, { id }) => <RowLink to={`/projects/${id}`}>{name}</RowLink> },
    contractBidId: { show: (_, row) => <LinkedContract {...row} /> },
    projectBidPercentage: { label: t('Bid %') },
    givenStartDate: { label: t('Given start') },
    givenEndDate: { label: t('Given end') },
    status: { show: (_, project) => <ProjectStatusCell {...project} /> },
  },
  inPlace,
)

const panel: Panel<Project> = {
  show: (project) => <ProjectPanel project={project} columns={columns} />,
  to: ({ id }) => `/projects/${id}`,
  load: (id) => call(getProject, { params: { id } }),
}

const shown = [
  'projectName',
  'contractBidId',
  'status',
  'rollup',
  'projectBidValue',
  'givenStartDate',
  'givenEndDate',
] as const

const card = { called: 'projectName', facts: ['status', 'givenEndDate', 'rollup', 'projectBidValue'] } as const

const quick: Quick = {
  count: countProjects,
  groups: [['OPEN', 'LATE', 'OVER_COST']] satisfies ProjectQuickFilter[][],
}

const noFilters = {
  search: '',
  quickFilters: [],
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
  contractId ? t('This project is linked to a contract and cannot be deleted') : undefined

const bulk = [
  changeStatusOfEach<Project>(updateProject, 'project', projectStatuses),
  deleteEach(deleteProject, 'project', { blocked: whyNotDeleted }),
]

const figures = {
  amount: { read: parseAmount, fault: notANumber.amount },
  percent: { read: parsePercent, fault: notANumber.signedPercent },
}

function NumberFilter({ name, label, of }: { name: string; label: string; of: keyof typeof figures }) {
  return (
    <Filter name={name} label={label}>
      {(value, set) => (
        <NumericInput
          label={label}
          {...figures[of]}
          value={typeof value === 'number' ? value : plainText(value) || null}
          onChange={set}
        />
      )}
    </Filter>
  )
}

const filters = (
  <>
    <TextFilter name="projectName" label={t('Project name')} />
    <TextFilter name="contractBidId" label={t('Contract bid ID')} />
    <TextFilter name="contractBidNo" label={t('Contract bid no.')} />
    <MultiSelectFilter name="status" label={t('Status')} options={optionsOf(['DRAFT', ...projectStatuses])} />
    <TextFilter name="projectType" label={t('Project type')} />
    <TextFilter name="licenseHolderName" label={t('License holder')} />
    <TextFilter name="description" label={t('Description')} />
    <NumberFilter of="amount" name="projectActualValue" label={t('Actual value')} />
    <NumberFilter of="amount" name="projectBidValue" label={t('Bid value')} />
    <NumberFilter of="percent" name="projectBidPercentage" label={t('Bid percentage')} />
    <DayFilter name="givenStartDate" label={t('Given start on or after')} />
    <DayFilter name="givenEndDate" label={t('Given end on or before')} />
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
        confirm: t('Are you sure you want to delete this project?'),
        blocked: whyNotDeleted(row),
      }}
    >
      <ActionLink
        label={t('Tasks of {projectName}', { projectName })}
        to="/project-tasks"
        search={{ projectId: id }}
        icon={<IconListTree size={17} stroke={1.7} />}
      />
    </RowActions>
  )
}

const grouping: Grouping = {
  endpoint: listProjectGroups,
  fields: projectGroups,
  entity: project,
  amounts: { projectBidValue: t('Bid value') },
}

export function ProjectList() {
  const list = useList(filterProjects, noFilters, { groups: projectGroups, opens: true })
  return (
    <Screen
      title={t('Projects')}
      source={list}
      failure={t('Failed to fetch project data.')}
      actions={
        <>
          <LinkButton variant="default" to="/projects/sites" call={filterSites}>
            {t('Sites')}
          </LinkButton>
          <LinkButton to="/projects/create" call={createProject}>
            {t('New project')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="projects"
        caption={t('Projects')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Name, contract bid ID or no., type or license holder') }}
        quick={quick}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ projectName }) => projectName}
        grouping={grouping}
        panel={panel}
        exported={exportProjects}
        empty={t(
          'There are no projects yet. Start one with New project, or from an awarded contract under Contract deposits.',
        )}
      />
    </Screen>
  )
}
