import type { Task } from '@plinth/api/tasks'
import { useFormContext } from 'react-hook-form'
import { dash, momentText } from '../lib/format.ts'
import { FactGroup } from '../ui/FieldGroup.tsx'
import { useFormMode } from '../ui/form-context.ts'
import { ReadValue } from '../ui/ReadValue.tsx'
import { useAssignees } from './useAssignees.ts'

/** Who and when of a review follow the status; nobody enters them. */
export function TaskReview() {
  const mode = useFormMode()
  const { nameOf } = useAssignees()
  const task = useFormContext<Task>().getValues()
  if (mode === 'create') return null
  const who = (id: string | null) => (id ? nameOf(id) : dash)
  return (
    <FactGroup title="Review">
      <ReadValue label="Approved">{task.isApproved ? 'Yes' : 'No'}</ReadValue>
      <ReadValue label="Completed by">{who(task.completedBy)}</ReadValue>
      <ReadValue label="Review requested by">{who(task.reviewRequestedBy)}</ReadValue>
      <ReadValue label="Review requested on">{momentText(task.reviewRequestedAt)}</ReadValue>
      <ReadValue label="Approved by">{who(task.approvedBy)}</ReadValue>
      <ReadValue label="Approved on">{momentText(task.approvalDate)}</ReadValue>
      <ReadValue label="Rejected by">{who(task.rejectedBy)}</ReadValue>
      <ReadValue label="Rejected on">{momentText(task.rejectedAt)}</ReadValue>
    </FactGroup>
  )
}
