import { Button, Group } from '@mantine/core'
import { createTask, filterTasks, type TaskNode, taskPriorities, taskStatuses } from '@plinth/api/tasks'
import { lazy, Suspense } from 'react'
import { optionsOf } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { parseSearch } from '../lib/search.ts'
import { useCan } from '../lib/session.ts'
import { type List, useList } from '../lib/useList.ts'
import { DayFilter, Filters, MultiSelectFilter, SelectFilter, TextFilter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { useAssignees, useProjects } from './task-choices.ts'
import { askedFor } from './useFolding.ts'

// Only of one project.
const TaskSheetTools = lazy(() => import('./TaskSheetTools.tsx').then((module) => ({ default: module.TaskSheetTools })))
const TaskTree = lazy(() => import('./TaskTree.tsx').then((module) => ({ default: module.TaskTree })))
const TaskGantt = lazy(() => import('./TaskGantt.tsx').then((module) => ({ default: module.TaskGantt })))
const TaskBoard = lazy(() => import('./TaskBoard.tsx').then((module) => ({ default: module.TaskBoard })))

export const ProjectTasks = () => <TaskSearch title={t('Project tasks')} failure={t('Failed to fetch task data.')} />

/** Materials are planned on the tasks, so their search is the way to them. */
export const InventoryTasks = () => <TaskSearch title={t('Inventories')} failure={t('Failed to fetch tasks')} />

const noFilters = {
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

function TaskSearch({ title, failure }: { title: string; failure: string }) {
  const list = useList(filterTasks, noFilters)
  const projects = useProjects()
  const assignees = useAssignees()
  const mayCreate = useCan(createTask)
  const { projectId } = list.filters
  const View = (views.find(({ name }) => name === list.view) ?? views[0])?.view ?? TaskTree
  const preset = typeof projectId === 'string' && projectId !== '' ? { projectId } : {}
  return (
    <Screen
      title={title}
      source={list}
      failure={failure}
      actions={
        <>
          <Views list={list} />
          {preset.projectId && (
            <Suspense>
              <TaskSheetTools projectId={preset.projectId} />
            </Suspense>
          )}
          <LinkButton to="/project-tasks/create" search={preset} call={createTask}>
            {t('New task')}
          </LinkButton>
        </>
      }
    >
      <TaskFilters list={list} projects={projects.options} assignees={assignees.options} />
      {!list.pending && list.all.length === 0 ? (
        <Empty filtered={askedFor(list).length > 0}>
          {preset.projectId ? t('This project has no tasks yet.') : t('There are no tasks yet.')}
          {mayCreate && t(' Enter the first one with New task.')}
        </Empty>
      ) : (
        <Suspense>
          <View list={list} projectName={projects.nameOf} assigneeName={assignees.nameOf} />
        </Suspense>
      )}
    </Screen>
  )
}

const views = [
  { name: '', label: t('Tree'), view: TaskTree },
  { name: 'gantt', label: t('Gantt'), view: TaskGantt },
  { name: 'board', label: t('Board'), view: TaskBoard },
]

/** The same tasks as a tree, over time or by their status. */
function Views({ list }: { list: List<TaskNode> }) {
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

interface FiltersProps {
  list: List<TaskNode>
  projects: { value: string; label: string }[]
  assignees: { value: string; label: string }[]
}

function TaskFilters({ list, projects, assignees }: FiltersProps) {
  return (
    <Filters list={list}>
      <SelectFilter name="projectId" label={t('Project')} options={projects} />
      <TextFilter name="title" label={t('Title')} />
      <TextFilter name="description" label={t('Description')} />
      <TextFilter name="taskType" label={t('Task type')} />
      <MultiSelectFilter name="status" label={t('Status')} options={optionsOf(taskStatuses)} />
      <MultiSelectFilter name="priority" label={t('Priority')} options={optionsOf(taskPriorities)} />
      <SelectFilter name="assignedTo" label={t('Assigned to')} options={assignees} />
      <DayFilter name="givenStartDate" label={t('Starts on or after')} />
      <DayFilter name="givenEndDate" label={t('Ends on or before')} />
    </Filters>
  )
}
