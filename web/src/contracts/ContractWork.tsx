import type { Contract } from '@plinth/api/contracts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'

const { DayField, NumberField, TextAreaField } = fieldsOf<Contract>()

export function ContractWork() {
  return (
    <FieldGroup title="Work">
      <DayField name="givenStartDate" label="Given start date" />
      <DayField name="givenEndDate" label="Given end date" />
      <DayField name="actualStartDate" label="Actual start date" />
      <DayField name="actualEndDate" label="Actual end date" />
      <NumberField name="extensionCoun" label="Extension count" required />
      <TextAreaField name="terminationReason" label="Termination reason" />
      <TextAreaField name="comments" label="Comments" />
    </FieldGroup>
  )
}
