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
import { DepositAmountField, DepositDayField, DepositTypeField, InstrumentField } from './DepositSuggestions.tsx'

const { TextField, TextAreaField, SelectField, DayField } = fieldsOf(depositLabels)

const texts = {
  loadFailed: t('Failed to load security deposit.'),
  saveFailed: t('Failed to save deposit. Please try again.'),
  created: t('Deposit created successfully!'),
  updated: t('Deposit updated successfully!'),
}

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
        <DepositTypeField />
        <DepositAmountField />
        <SelectField name="status" options={optionsOf(depositStatuses)} required />
        <TextAreaField name="comment" />
      </FieldGroup>
      <FieldGroup title={t('Instrument and bank')}>
        <InstrumentField />
        <TextField name="bankName" />
        <TextField name="bankAccountNo" />
        <TextField name="accountHolderName" />
        <TextAreaField name="bankAddress" />
      </FieldGroup>
      <FieldGroup title={t('Dates')}>
        <DepositDayField name="depositCreatedDate" />
        <DepositDayField name="depositSubmitedDate" />
        <DayField name="depositeReturnedDate" />
        <DayField name="depositTransferedOwnAcDate" />
      </FieldGroup>
    </FormScreen>
  )
}
