import {
  createDeposit,
  depositLabels,
  depositStatuses,
  getDeposit,
  listDepositStatusHistory,
  updateDeposit,
} from '@plinth/api/deposits'
import { useParams } from '@tanstack/react-router'
import { ContractLink } from '../contracts/ContractReference.tsx'
import { optionsOf } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { lastSeen } from '../lib/search.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { RecordHistory } from '../ui/RecordHistory.tsx'

const { TextField, TextAreaField, AutocompleteField, SelectField, MoneyField, DayField } = fieldsOf(depositLabels)

const texts = {
  loadFailed: t('Failed to load security deposit.'),
  saveFailed: t('Failed to save deposit. Please try again.'),
  created: t('Deposit created successfully!'),
  updated: t('Deposit updated successfully!'),
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
  // Of the lists of deposits the form leads back to the one it was opened from.
  const lists = [`/contracts/${contractId}/security-deposit`, `/contracts/contract-deposit/${contractId}`] as const
  return (
    <FormScreen
      noun="deposit"
      load={getDeposit}
      create={createDeposit}
      update={updateDeposit}
      blank={{ status: 'SUBMITTED' }}
      listPath={lastSeen(...lists, '/contracts/deposit-register')}
      nameOf={({ depositType, instrumentNo }) => `${depositType} ${instrumentNo}`}
      texts={texts}
      context={() => <ContractLink id={contractId} />}
      related={(deposit) => <RecordHistory record={deposit} statuses={listDepositStatusHistory} />}
    >
      <FieldGroup title={t('Deposit')}>
        <AutocompleteField name="depositType" suggestions={depositTypes} required />
        <MoneyField name="amount" required />
        <SelectField name="status" options={optionsOf(depositStatuses)} required />
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title={t('Instrument and bank')}>
        <TextField name="instrumentNo" description={t('Of the draft, guarantee or receipt')} required />
        <TextField name="bankName" />
        <TextField name="bankAccountNo" />
        <TextField name="accountHolderName" />
        <TextAreaField name="bankAddress" />
      </FieldGroup>
      <FieldGroup title={t('Dates')}>
        <DayField name="depositCreatedDate" />
        <DayField name="depositSubmitedDate" />
        <DayField name="depositeReturnedDate" />
        <DayField name="depositTransferedOwnAcDate" />
      </FieldGroup>
    </FormScreen>
  )
}
