import { type GeneralTask, generalTaskLabels, generalTaskPriorities } from '@plinth/api/works/general-tasks'
import { useFormContext, useWatch } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FieldGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { AboutField } from './AboutField.tsx'
import { ChecklistField } from './ChecklistField.tsx'
import { RepetitionFields } from './RepetitionFields.tsx'
import { useAssignees } from './useAssignees.ts'

const { NameField, TextAreaField, SelectField, DayField } = fieldsOf(generalTaskLabels)

export function GeneralTaskFields() {
  return (
    <>
      <FieldGroup title={t('General task')}>
        <NameField name="title" required />
        <AssigneeField />
        <DayField name="dueOn" />
        <SelectField name="priority" options={optionsOf(generalTaskPriorities)} required />
        <AboutField />
        <TextAreaField name="note" />
      </FieldGroup>
      <ChecklistField />
      <RepetitionFields />
    </>
  )
}

function AssigneeField() {
  const isRead = useFormMode() === 'view'
  const { getValues } = useFormContext<GeneralTask>()
  if (!isRead) return <AssigneeChoice />
  const { assigneeName } = getValues()
  return <ReadValue label={translated(generalTaskLabels.assigneeId)}>{assigneeName ?? t('Nobody')}</ReadValue>
}

/** A stored assignee who may no longer be assigned stays selected until another is chosen. */
function AssigneeChoice() {
  const assigneeId = useWatch<GeneralTask, 'assigneeId'>({ name: 'assigneeId' })
  const { options, nameOf } = useAssignees()
  const isOffered = !assigneeId || options.some(({ value }) => value === assigneeId)
  const stored = isOffered ? [] : [{ value: assigneeId, label: nameOf(assigneeId) }]
  return <SelectField name="assigneeId" options={[...stored, ...options]} placeholder={t('Nobody')} />
}
