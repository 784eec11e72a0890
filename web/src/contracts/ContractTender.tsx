import { bidPercentage, bidValue } from '@plinth/api/bid'
import { type Contract, contractStatuses } from '@plinth/api/contracts'
import { useFormContext } from 'react-hook-form'
import { optionsOf } from '../lib/format.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'

const { TextField, TextAreaField, SelectField, AutocompleteField, MoneyField, PercentField } = fieldsOf<Contract>()

const contractTypes = ['Item rate', 'Percentage rate', 'Lump sum', 'EPC', 'Rate contract', 'Supply', 'Labour']

export function ContractTender() {
  return (
    <>
      <FieldGroup title="Tender">
        <TextField name="contractName" label="Contract name" required wide />
        <TextField name="bidId" label="Bid ID" />
        <TextField name="referenceNo" label="Reference no." />
        <SelectField name="status" label="Status" options={optionsOf(contractStatuses)} required />
        <AutocompleteField name="contractType" label="Contract type" suggestions={contractTypes} />
        <TextAreaField name="description" label="Description" />
      </FieldGroup>
      <ContractValues />
      <FieldGroup title="License">
        <TextField name="licenseHolderName" label="License holder" />
        <TextField name="licenseNo" label="License no." />
        <TextField name="licenseId" label="License ID" />
      </FieldGroup>
    </>
  )
}

/** Bid value and percentage follow each other; a changed actual value keeps the percentage that was quoted. */
function ContractValues() {
  const { getValues, setValue } = useFormContext<Contract>()
  const set = (name: 'tenderBidValue' | 'tenderBidPercentage', value: number) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: true })
  return (
    <FieldGroup title="Values">
      <MoneyField
        name="tenderActualValue"
        label="Actual value"
        onEdit={(actual) => {
          const percentage = getValues('tenderBidPercentage')
          if (typeof percentage === 'number') set('tenderBidValue', bidValue(actual, percentage))
        }}
      />
      <PercentField
        name="tenderBidPercentage"
        label="Bid percentage"
        description="Above (+) or below (-) the actual value"
        onEdit={(percentage) => set('tenderBidValue', bidValue(getValues('tenderActualValue'), percentage))}
      />
      <MoneyField
        name="tenderBidValue"
        label="Bid value"
        onEdit={(value) => set('tenderBidPercentage', bidPercentage(getValues('tenderActualValue'), value))}
      />
      <MoneyField name="paperCost" label="Paper cost" description="Price of the tender papers" />
    </FieldGroup>
  )
}
