import { type Contract, contractStatuses } from '@plinth/api/contracts'
import { optionsOf } from '../lib/format.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { fieldsOf } from '../ui/fields-of.ts'
import { BidFields } from './BidFields.tsx'

const { TextField, TextAreaField, SelectField, AutocompleteField, MoneyField } = fieldsOf<Contract>()

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
      <FieldGroup title="Values">
        <BidFields<Contract> actual="tenderActualValue" percentage="tenderBidPercentage" value="tenderBidValue" />
        <MoneyField name="paperCost" label="Paper cost" description="Price of the tender papers" />
      </FieldGroup>
      <FieldGroup title="License">
        <TextField name="licenseHolderName" label="License holder" />
        <TextField name="licenseNo" label="License no." />
        <TextField name="licenseId" label="License ID" />
      </FieldGroup>
    </>
  )
}
