import { createDeposit, type Deposit, depositStatuses, getDeposit, updateDeposit } from '@plinth/api/deposits'
import { useParams } from '@tanstack/react-router'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { optionsOf } from '../lib/format.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'

const { TextField, TextAreaField, AutocompleteField, SelectField, MoneyField, DayField } = fieldsOf<Deposit>()

const texts = {
  loadFailed: 'Failed to load security deposit.',
  saveFailed: 'Failed to save deposit. Please try again.',
  created: 'Deposit created successfully!',
  updated: 'Deposit updated successfully!',
}

const depositTypes = [
  'EMD',
  'Security deposit',
  'Performance security',
  'Additional performance security',
  'Retention money',
]

export function DepositForm() {
  const { contractId = '' } = useParams({ strict: false })
  return (
    <FormScreen
      noun="deposit"
      load={getDeposit}
      create={createDeposit}
      update={updateDeposit}
      blank={{ status: 'SUBMITTED' }}
      listPath={`/contracts/${contractId}/security-deposit`}
      nameOf={({ depositType, instrumentNo }) => `${depositType} ${instrumentNo}`}
      texts={texts}
      context={() => <ContractLink id={contractId} />}
    >
      <FieldGroup title="Deposit">
        <AutocompleteField name="depositType" label="Deposit type" suggestions={depositTypes} required />
        <TextField
          name="instrumentNo"
          label="Instrument no."
          description="Of the draft, guarantee or receipt"
          required
        />
        <MoneyField name="amount" label="Amount" required />
        <SelectField name="status" label="Status" options={optionsOf(depositStatuses)} required />
        <TextAreaField name="comment" label="Comment" />
      </FieldGroup>
      <FieldGroup title="Bank">
        <TextField name="bankName" label="Bank name" />
        <TextField name="bankAccountNo" label="Bank account no." />
        <TextField name="accountHolderName" label="Account holder" />
        <TextAreaField name="bankAddress" label="Bank address" />
      </FieldGroup>
      <FieldGroup title="Dates">
        <DayField name="depositCreatedDate" label="Created on" />
        <DayField name="depositSubmitedDate" label="Submitted on" />
        <DayField name="depositeReturnedDate" label="Returned on" />
        <DayField name="depositTransferedOwnAcDate" label="Transferred to own account on" />
      </FieldGroup>
    </FormScreen>
  )
}
