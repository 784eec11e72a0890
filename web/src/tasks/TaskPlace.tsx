import { maxTaskLevelMessage, type Task, taskPriorities, taskStatuses } from '@plinth/api/tasks'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../lib/format.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'
import { useFormMode } from '../ui/form-context.ts'
import { parentChoices, taskLabel } from './task-tree.ts'
import { useProjects } from './useProjects.ts'
import { useProjectTasks } from './useProjectTasks.ts'

const { TextField, TextAreaField, SelectField, AutocompleteField, CheckboxField } = fieldsOf<Task>()

const taskTypes = ['Survey', 'Civil', 'Structural', 'Electrical', 'Plumbing', 'Mechanical', 'Finishing', 'Procurement']

type Choice = { value: string; label: string }

/** The chosen value is always among the choices, so that a name stands for it and never an id. */
const withChosen = (choices: Choice[], chosen: string | null | undefined, label: string) =>
  !chosen || choices.some(({ value }) => value === chosen) ? choices : [{ value: chosen, label }, ...choices]

function Project() {
  const edit = useFormMode() === 'edit'
  const { setValue } = useFormContext<Task>()
  const { options, nameOf } = useProjects()
  const projectId = useWatch<Task, 'projectId'>({ name: 'projectId' })
  return (
    <SelectField
      name="projectId"
      label="Project"
      required
      options={withChosen(options, projectId, projectId ? nameOf(projectId) : '')}
      {...(edit && { readOnly: true, description: 'A task stays in its project' })}
      onEdit={() => setValue('parentId', null, { shouldDirty: true })}
    />
  )
}

function Parent() {
  const projectId = useWatch<Task, 'projectId'>({ name: 'projectId' })
  const parentId = useWatch<Task, 'parentId'>({ name: 'parentId' })
  const id = useWatch<Task, 'id'>({ name: 'id' })
  const tree = useProjectTasks(projectId)
  const offered = parentChoices(tree.data ?? [], id).map((task) => ({ value: task.id, label: taskLabel(task) }))
  const reason = `Empty for the top level. Level 4 tasks are not offered: ${maxTaskLevelMessage}.`
  return (
    <SelectField
      name="parentId"
      label="Parent task"
      options={withChosen(offered, parentId, tree.isLoading ? '…' : 'A task that cannot be chosen')}
      description={tree.isError ? 'Failed to fetch tasks' : reason}
    />
  )
}

export function TaskPlace() {
  return (
    <FieldGroup title="What and where">
      <TextField name="title" label="Title" required wide />
      <Project />
      <Parent />
      <SelectField name="status" label="Status" options={optionsOf(taskStatuses)} required />
      <SelectField name="priority" label="Priority" options={optionsOf(taskPriorities)} />
      <AutocompleteField name="taskType" label="Task type" suggestions={taskTypes} />
      <TextAreaField name="description" label="Description" />
      <CheckboxField name="isMilestone" label="Milestone" />
      <CheckboxField name="isBillable" label="Billable" />
    </FieldGroup>
  )
}
