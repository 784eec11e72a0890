import { createTask, filterTasks, type TaskNode, taskPriorities, taskStatuses } from '@plinth/api/tasks'
import { optionsOf } from '../lib/format.ts'
import { useCan } from '../lib/session.ts'
import { type List, useList } from '../lib/useList.ts'
import { DayFilter, MultiSelectFilter, SelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { Filters } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Empty, Screen } from '../ui/Screen.tsx'
import { askedFor, TaskTree } from './TaskTree.tsx'
import { useAssignees, useProjects } from './task-choices.ts'

export const ProjectTasks = () => <TaskSearch title="Project tasks" failure="Failed to fetch task data." />

/** Materials are planned on the tasks, so their search is the way to them. */
export const InventoryTasks = () => <TaskSearch title="Inventories" failure="Failed to fetch tasks" />

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
  const preset = typeof projectId === 'string' && projectId !== '' ? { projectId } : {}
  return (
    <Screen
      title={title}
      source={list}
      failure={failure}
      actions={
        <LinkButton to="/project-tasks/create" search={preset} call={createTask}>
          New task
        </LinkButton>
      }
    >
      <TaskFilters list={list} projects={projects.options} assignees={assignees.options} />
      {!list.pending && list.all.length === 0 ? (
        <Empty filtered={askedFor(list).length > 0}>
          {preset.projectId ? 'This project has no tasks yet.' : 'There are no tasks yet.'}
          {mayCreate && ' Enter the first one with New task.'}
        </Empty>
      ) : (
        <TaskTree list={list} projectName={projects.nameOf} assigneeName={assignees.nameOf} />
      )}
    </Screen>
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
      <SelectFilter name="projectId" label="Project" options={projects} />
      <TextFilter name="title" label="Title" />
      <TextFilter name="description" label="Description" />
      <TextFilter name="taskType" label="Task type" />
      <MultiSelectFilter name="status" label="Status" options={optionsOf(taskStatuses)} />
      <MultiSelectFilter name="priority" label="Priority" options={optionsOf(taskPriorities)} />
      <SelectFilter name="assignedTo" label="Assigned to" options={assignees} />
      <DayFilter name="givenStartDate" label="Starts on or after" />
      <DayFilter name="givenEndDate" label="Ends on or before" />
    </Filters>
  )
}
