import type { Contract } from '@plinth/api/contracts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'

const { DayField } = fieldsOf<Contract>()

export function ContractDates() {
  return (
    <FieldGroup title="Tender dates">
      <DayField name="openingDate" label="Opening date" />
      <DayField name="closingDate" label="Closing date" />
      <DayField name="draftingDate" label="Drafting date" />
      <DayField name="submittedPaymentDate" label="Payment submitted on" />
      <DayField name="resultDate" label="Result date" />
      <DayField name="awardedDate" label="Awarded date" />
      <DayField name="aggreementDate" label="Agreement date" />
    </FieldGroup>
  )
}
