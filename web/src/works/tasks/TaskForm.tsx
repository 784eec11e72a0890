import { Skeleton, Text } from '@mantine/core'
import {
  createTask,
  deleteTask,
  getTask,
  maxTaskLevelMessage,
  type Task,
  taskPriorities,
  updateTask,
} from '@plinth/api/works/tasks'
import { useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { dash, momentText, optionsOf, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FactGroup, FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import classes from '../../ui/form/RecordForm.module.css'
import { Side } from '../../ui/form/RecordSides.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { isPhone, usePhone } from '../../ui/shell/Screen.tsx'
import { useAssignees, useProjects, useProjectTasks, useReviewRule } from './task-choices.ts'
import { amountOf, mayHaveSubTasks, parentChoices, taskLabel } from './task-tree.ts'

// Not part of the form itself, so loaded later.
const SubTaskFacts = lazyPart(() => import('./SubTaskFacts.tsx'), 'SubTaskFacts')
const TaskOpening = lazyPart(() => import('./TaskOpening.tsx'), 'TaskOpening', {
  waiting: <Skeleton height={isPhone() ? 282 : 180} mb="sm" />,
})
const TaskReview = lazyPart(() => import('./TaskReview.tsx'), 'TaskReview', {
  waiting: <Skeleton height={200} mb="sm" />,
})
// Used on phones only, where work is entered.
const SiteWork = lazyPart(() => import('./SiteWork.tsx'), 'SiteWork', { waiting: <Skeleton height={200} mb="sm" /> })
const TaskPath = lazyPart(() => import('./TaskSurroundings.tsx'), 'TaskPath', { waiting: ' ' })
const TaskRelated = lazyPart(() => import('./TaskSurroundings.tsx'), 'TaskRelated')

const texts = {
  loadFailed: t('Failed to fetch task'),
  saveFailed: t('Failed to save task. Please try again.'),
  created: t('Task created successfully!'),
  updated: t('Task updated successfully!'),
}

const defaults = { status: 'DRAFT', taxPercentage: 14, progress: 0, isMilestone: false, isBillable: false } as const

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const addSubTask = (task: Task) =>
  mayHaveSubTasks(task) && (
    <LinkButton
      variant="default"
      to="/project-tasks/create"
      search={{ projectId: task.projectId, parentId: task.id }}
      call={createTask}
    >
      {t('Add sub-task')}
    </LinkButton>
  )

export function TaskForm() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const projectId = textOrNull(search['projectId'])
  const parentId = textOrNull(search['parentId'])
  const phone = usePhone()
  return (
    <FormScreen
      noun="task"
      load={getTask}
      create={createTask}
      update={updateTask}
      blank={{ ...defaults, ...(projectId && { projectId }), ...(projectId && parentId && { parentId }) }}
      listPath="/project-tasks/list"
      nameOf={taskLabel}
      texts={texts}
      pathOf={({ id }) => `/project-tasks/${id}`}
      remove={deleteTask}
      head={(task) => <TaskOpening task={task} />}
      context={(task) => task && <TaskPath task={task} />}
      actions={addSubTask}
      beside={(task) => (
        <>
          {phone && <SiteWork task={task} />}
          <Side id="review">
            <TaskReview task={task} />
          </Side>
        </>
      )}
      related={(task) => <TaskRelated task={task} />}
    >
      <TaskFields />
    </FormScreen>
  )
}

const {
  TextField,
  NameField,
  TextAreaField,
  SelectField,
  AutocompleteField,
  CheckboxField,
  NumberField,
  MoneyField,
  PercentField,
  DayField,
} = fieldsOf<Task>()

function TaskFields() {
  return (
    <>
      <Place />
      <Estimates />
      <Schedule />
      <Below />
      <MoreFields>
        <Effort />
        <Remarks />
      </MoreFields>
      <Review />
    </>
  )
}

const taskTypes = ['Survey', 'Civil', 'Structural', 'Electrical', 'Plumbing', 'Mechanical', 'Finishing', 'Procurement']

function Place() {
  return (
    <FieldGroup title={t('What and where')}>
      <NameField name="title" label={t('Title')} required />
      <Project />
      <Parent />
      <Status />
      <SelectField name="priority" label={t('Priority')} options={optionsOf(taskPriorities)} />
      <AutocompleteField name="taskType" label={t('Task type')} suggestions={taskTypes} />
      <TextAreaField name="description" label={t('Description')} />
      <CheckboxField name="isMilestone" label={t('Milestone')} />
      <CheckboxField name="isBillable" label={t('Billable')} />
    </FieldGroup>
  )
}

function Status() {
  const { isOwn, statusesFor } = useReviewRule()
  const { status, reviewRequestedBy } = useFormContext<Task>().formState.defaultValues ?? {}
  const task = { status: status ?? 'DRAFT', reviewRequestedBy: reviewRequestedBy ?? null }
  const hint = isOwn(task) && { description: t('You asked for the review: somebody else approves or rejects the task') }
  return <SelectField name="status" label={t('Status')} options={optionsOf(statusesFor(task))} required {...hint} />
}

type Choice = { value: string; label: string }

/** Adds the chosen value to the choices if it is missing, so that its name is shown and never its id. */
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
      label={t('Project')}
      required
      options={withChosen(options, projectId, projectId ? nameOf(projectId) : '')}
      {...(edit && { readOnly: true, description: t('A task stays in its project') })}
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
  const reason = t('Empty for the top level. Level 4 tasks are not offered: {reason}.', {
    reason: translated(maxTaskLevelMessage),
  })
  return (
    <SelectField
      name="parentId"
      label={t('Parent task')}
      options={withChosen(offered, parentId, tree.isLoading ? '…' : t('A task that cannot be chosen'))}
      description={tree.isError ? t('Failed to fetch tasks') : reason}
    />
  )
}

function Estimates() {
  return (
    <FieldGroup title={t('Quantities and rates')}>
      <NumberField name="estimatedQuantity" label={t('Estimated quantity')} />
      <TextField name="units" label={t('Units')} />
      <MoneyField name="estimatedRate" label={t('Estimated rate')} />
      <Amount kind="estimated" label={t('Estimated amount with tax')} />
      <NumberField name="actualQuantity" label={t('Actual quantity')} />
      <PercentField name="taxPercentage" label={t('Tax')} required />
      <MoneyField name="actualRate" label={t('Actual rate')} />
      <Amount kind="actual" label={t('Actual amount with tax')} />
    </FieldGroup>
  )
}

type Kind = 'estimated' | 'actual'

/** An amount computed from other fields, updated while they are typed. */
function Amount({ kind, label }: { kind: Kind; label: string }) {
  const id = useId()
  const mode = useFormMode()
  const names = [`${kind}Quantity`, `${kind}Rate`, 'taxPercentage'] as const
  const [quantity, rate, tax] = useWatch<Task, typeof names>({ name: names })
  const amount = rupees(amountOf(quantity, rate, tax))
  if (mode === 'view') return <ReadValue label={label}>{amount}</ReadValue>
  return (
    <div className={classes['computed']}>
      <Text id={id} size="sm" fw={600} lh={1.55}>
        {label}
      </Text>
      <output aria-labelledby={id}>{amount}</output>
    </div>
  )
}

function Schedule() {
  return (
    <>
      <FieldGroup title={t('Schedule')}>
        <PercentField name="progress" label={t('Progress')} required />
        <DayField name="givenStartDate" label={t('Given start date')} />
        <DayField name="givenEndDate" label={t('Given end date')} />
        <DayField name="actualStartDate" label={t('Actual start date')} />
        <DayField name="actualEndDate" label={t('Actual end date')} />
      </FieldGroup>
      <FieldGroup title={t('People')}>
        <Assignee />
      </FieldGroup>
    </>
  )
}

function Effort() {
  return (
    <FieldGroup title={t('Effort')}>
      <NumberField name="estimatedEffortHours" label={t('Estimated effort (hours)')} />
      <NumberField name="actualEffortHours" label={t('Actual effort (hours)')} />
    </FieldGroup>
  )
}

/** The totals of the sub-tasks, which may differ from the task's own figures. */
function Below() {
  const task = useFormContext<Task>().getValues()
  if (useFormMode() !== 'view' || !task.rollup) return null
  return (
    <FactGroup title={t('Sub-tasks come to')}>
      <SubTaskFacts task={task} rollup={task.rollup} Fact={ReadValue} />
    </FactGroup>
  )
}

function Assignee() {
  const { options, nameOf } = useAssignees()
  const chosen = useWatch<Task, 'assignedTo'>({ name: 'assignedTo' })
  return (
    <SelectField
      name="assignedTo"
      label={t('Assigned to')}
      options={withChosen(options, chosen, chosen ? nameOf(chosen) : '')}
    />
  )
}

function Remarks() {
  return (
    <FieldGroup title={t('Remarks')}>
      <TextAreaField name="comment" label={t('Comment')} />
      <TextAreaField name="rejectionReason" label={t('Rejection reason')} />
      <TextAreaField name="terminationReason" label={t('Termination reason')} />
    </FieldGroup>
  )
}

/** The review of a task; the server sets these values with the status. */
function Review() {
  const mode = useFormMode()
  const { nameOf } = useAssignees()
  const task = useFormContext<Task>().getValues()
  // In the view, the task's page shows the review beside the fields.
  if (mode !== 'edit') return null
  const who = (id: string | null) => (id ? nameOf(id) : dash)
  return (
    <FactGroup title={t('Review')}>
      <ReadValue label={t('Approved')}>{task.isApproved ? t('Yes') : t('No')}</ReadValue>
      <ReadValue label={t('Completed by')}>{who(task.completedBy)}</ReadValue>
      <ReadValue label={t('Review requested by')}>{who(task.reviewRequestedBy)}</ReadValue>
      <ReadValue label={t('Review requested on')}>{momentText(task.reviewRequestedAt)}</ReadValue>
      <ReadValue label={t('Approved by')}>{who(task.approvedBy)}</ReadValue>
      <ReadValue label={t('Approved on')}>{momentText(task.approvalDate)}</ReadValue>
      <ReadValue label={t('Rejected by')}>{who(task.rejectedBy)}</ReadValue>
      <ReadValue label={t('Rejected on')}>{momentText(task.rejectedAt)}</ReadValue>
    </FactGroup>
  )
}
