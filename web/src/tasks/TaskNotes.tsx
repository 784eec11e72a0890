import type { Task } from '@plinth/api/tasks'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'

const { TextAreaField } = fieldsOf<Task>()

export function TaskNotes() {
  return (
    <FieldGroup title="Remarks">
      <TextAreaField name="comment" label="Comment" />
      <TextAreaField name="rejectionReason" label="Rejection reason" />
      <TextAreaField name="terminationReason" label="Termination reason" />
    </FieldGroup>
  )
}
