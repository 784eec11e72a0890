import type { Task } from '@plinth/api/tasks'
import { useWatch } from 'react-hook-form'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'
import { useAssignees } from './useAssignees.ts'

const { DayField, NumberField, PercentField, SelectField } = fieldsOf<Task>()

function Assignee() {
  const { options, nameOf } = useAssignees()
  const chosen = useWatch<Task, 'assignedTo'>({ name: 'assignedTo' })
  const gone = chosen && !options.some(({ value }) => value === chosen)
  return (
    <SelectField
      name="assignedTo"
      label="Assigned to"
      options={gone ? [{ value: chosen, label: nameOf(chosen) }, ...options] : options}
    />
  )
}

export function TaskSchedule() {
  return (
    <>
      <FieldGroup title="Effort">
        <NumberField name="estimatedEffortHours" label="Estimated effort (hours)" />
        <NumberField name="actualEffortHours" label="Actual effort (hours)" />
        <PercentField name="progress" label="Progress" required />
      </FieldGroup>
      <FieldGroup title="Schedule">
        <DayField name="givenStartDate" label="Given start date" />
        <DayField name="givenEndDate" label="Given end date" />
        <DayField name="actualStartDate" label="Actual start date" />
        <DayField name="actualEndDate" label="Actual end date" />
      </FieldGroup>
      <FieldGroup title="People">
        <Assignee />
      </FieldGroup>
    </>
  )
}
