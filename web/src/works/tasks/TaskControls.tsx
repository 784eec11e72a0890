import { Button, Group } from '@mantine/core'
import { countTasks, type TaskNode, type TaskQuickFilter, taskPriorities, taskStatuses } from '@plinth/api/works/tasks'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import { parseSearch } from '../../lib/search.ts'
import type { List } from '../../lib/useList.ts'
import { DayFilter, MultiSelectFilter, SelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { besideFilters, ListBar } from '../../ui/list/ListBar.tsx'
import { PaperHead } from '../../ui/list/PaperHead.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'

const LeftOut = lazyPart(() => import('../../ui/list/LeftOut.tsx'), 'LeftOut')

const quick: Quick = {
  count: countTasks,
  groups: [['MINE'], ['OVERDUE', 'DUE_TODAY', 'THIS_WEEK', 'TO_REVIEW']] satisfies TaskQuickFilter[][],
}

export const noFilters = {
  search: '',
  quickFilters: [],
  projectId: '',
  title: '',
  description: '',
  taskType: '',
  status: [],
  priority: [],
  assignedTo: '',
  givenStartDate: '',
  givenEndDate: '',
}

interface FiltersProps {
  list: List<TaskNode>
  projects: { value: string; label: string }[]
  assignees: { value: string; label: string }[]
}

/** The filters of tasks. */
export function TaskFilters({ list, projects, assignees }: FiltersProps) {
  const filters = (
    <>
      <SelectFilter name="projectId" label={t('Project')} options={projects} />
      <TextFilter name="title" label={t('Title')} />
      <TextFilter name="description" label={t('Description')} />
      <TextFilter name="taskType" label={t('Task type')} />
      <MultiSelectFilter name="status" label={t('Status')} options={optionsOf(taskStatuses)} />
      <MultiSelectFilter name="priority" label={t('Priority')} options={optionsOf(taskPriorities)} />
      <SelectFilter name="assignedTo" label={t('Assigned to')} options={assignees} />
      <DayFilter name="givenStartDate" label={t('Starts on or after')} />
      <DayFilter name="givenEndDate" label={t('Ends on or before')} />
    </>
  )
  const allFilters = (
    <>
      {besideFilters}
      {filters}
    </>
  )
  return (
    <>
      <ListBar
        list={list}
        line={{ name: 'search', hint: t('Title, description or task type') }}
        quick={quick}
        filters={filters}
      />
      {isLeftOut(list) && <LeftOut list={list}>{allFilters}</LeftOut>}
      <PaperHead list={list} caption={t('Project tasks')} filters={allFilters} />
    </>
  )
}

interface ViewsProps {
  list: List<TaskNode>
  views: { name: string; label: string }[]
}

/** The views of the same tasks: tree, Gantt chart and board. */
export function TaskViews({ list, views }: ViewsProps) {
  const { view: _, ...search } = parseSearch(list.address)
  return (
    <Group component="nav" gap={0} wrap="nowrap" aria-label={t('View')}>
      <Button.Group>
        {views.map(({ name, label }) => (
          <LinkButton
            key={name}
            to="."
            search={name === '' ? search : { ...search, view: name }}
            variant={name === list.view ? 'light' : 'default'}
            activeOptions={{ exact: true }}
          >
            {label}
          </LinkButton>
        ))}
      </Button.Group>
    </Group>
  )
}
