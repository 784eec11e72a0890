import { taskPriorities, taskStatuses } from '@plinth/api/tasks'
import type { ComponentProps } from 'react'
import { optionsOf } from '../lib/format.ts'
import { DayFilter, MultiSelectFilter, SelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { Filters } from '../ui/Filters.tsx'

interface Props extends Pick<ComponentProps<typeof Filters>, 'list'> {
  projects: { value: string; label: string }[]
  assignees: { value: string; label: string }[]
}

export const noTaskFilters = {
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

export function TaskFilters({ list, projects, assignees }: Props) {
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
