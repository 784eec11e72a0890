import { Skeleton } from '@mantine/core'
import {
  createDeposit,
  deleteDeposit,
  depositLabels,
  depositStatuses,
  getDeposit,
  listDepositStatusHistory,
  updateDeposit,
} from '@plinth/api/deposits/deposits'
import { getContract } from '@plinth/api/tenders/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { lastSeen } from '../../lib/search.ts'
import { ContractLink } from '../../tenders/contracts/ContractReference.tsx'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { RecordHistory } from '../../ui/record/RecordHistory.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { DepositAmountField, DepositDayField, DepositTypeField } from './DepositSuggestions.tsx'
import { BankAddress, BankName, InstrumentField } from './InstrumentFields.tsx'
import { PurposeField, ReleaseFields, ReleaseInWords } from './ReleaseFields.tsx'
import { ReturnedOn } from './ReturnedOn.tsx'

// A lazy part, because the form does not show it.
const DepositOpening = lazyPart(() => import('./DepositOpening.tsx'), 'DepositOpening', {
  // Higher on a phone, where its parts are below each other.
  waiting: <Skeleton h={{ base: 330, sm: 210 }} mb="sm" />,
})

const InstrumentCard = lazyPart(() => import('../../guarantees/instruments/InstrumentCard.tsx'), 'InstrumentCard', {
  waiting: <Skeleton height={150} mb="sm" />,
})

const DepositSettlements = lazyPart(() => import('../settlements/DepositSettlements.tsx'), 'DepositSettlements', {
  waiting: <Skeleton height={210} mb="sm" />,
})

const NotePanel = lazyPart(() => import('../../documents/notes/NotePanel.tsx'), 'NotePanel')

const { TextField, TextAreaField, SelectField, DayField } = fieldsOf(depositLabels)

export const depositTexts = {
  loadFailed: t('Failed to load security deposit.'),
  saveFailed: t('Failed to save deposit. Please try again.'),
  failsInForm: true,
  created: t('Deposit created successfully!'),
  updated: t('Deposit updated successfully!'),
}

export function DepositForm() {
  const { contractId = '' } = useParams({ strict: false })
  const { depositType }: Record<string, unknown> = useSearch({ strict: false })
  // The form leads back to the list of deposits that it was opened from.
  const lists = [`/contracts/${contractId}/security-deposit`, `/contracts/contract-deposit/${contractId}`] as const
  return (
    <FormScreen
      noun="deposit"
      load={getDeposit}
      create={createDeposit}
      update={updateDeposit}
      blank={{ status: 'SUBMITTED', ...(typeof depositType === 'string' && { depositType }) }}
      listPath={lastSeen(...lists, '/contracts/deposit-register')}
      nameOf={({ depositType, instrumentNo }) => `${depositType} ${instrumentNo}`}
      texts={depositTexts}
      pathOf={({ id }) => `/contracts/${contractId}/security-deposit/${id}`}
      remove={deleteDeposit}
      next={() => [{ label: t('Back to the contract'), to: `/contracts/${contractId}`, call: getContract }]}
      head={(deposit) => <DepositOpening deposit={deposit} />}
      context={() => <ContractLink id={contractId} />}
      related={(deposit) => (
        <>
          <Side id="instrument">
            <InstrumentCard deposit={deposit} />
          </Side>
          <Side id="settlements">
            <DepositSettlements deposit={deposit} />
          </Side>
          <Side id="notes">
            <NotePanel recordType="DEPOSIT" recordId={deposit.id} />
          </Side>
          <Side id="history">
            <RecordHistory record={deposit} statuses={listDepositStatusHistory} />
          </Side>
        </>
      )}
    >
      <DepositFields contractId={contractId} />
    </FormScreen>
  )
}

/** The fields of a deposit, on its own screen and in a drawer over its contract. */
export function DepositFields({ contractId }: { contractId: string }) {
  return (
    <>
      <FieldGroup title={t('Deposit')}>
        <DepositTypeField />
        <DepositAmountField contractId={contractId} />
        <InstrumentField />
        <DepositDayField name="depositSubmitedDate" />
        <SelectField name="status" options={optionsOf(depositStatuses)} required />
        <ReturnedOn />
        <PurposeField />
      </FieldGroup>
      <ReleaseInWords />
      <MoreFields>
        <ReleaseFields />
        <FieldGroup title={t('Bank')}>
          <BankName />
          <TextField name="bankAccountNo" />
          <TextField name="accountHolderName" />
          <BankAddress />
        </FieldGroup>
        <FieldGroup title={t('Dates and comment')}>
          <DepositDayField name="depositCreatedDate" />
          <DayField name="depositTransferedOwnAcDate" />
          <TextAreaField name="comment" />
        </FieldGroup>
      </MoreFields>
    </>
  )
}
