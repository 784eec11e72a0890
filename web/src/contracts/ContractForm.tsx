import {
  type Contract,
  contractLabels,
  contractStatuses,
  createContract,
  getContract,
  listContractStatusHistory,
  updateContract,
} from '@plinth/api/contracts'
import { optionsOf } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { OfficeField } from '../offices/OfficeField.tsx'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { part } from '../ui/Part.tsx'
import { BidFields } from './BidFields.tsx'
import { ContractMetadata } from './ContractMetadata.tsx'
import { LicenseFields } from './LicenseFields.tsx'

// A form has none of these.
const DocumentPanel = part(() => import('../documents/DocumentPanel.tsx'), 'DocumentPanel')
const RecordHistory = part(() => import('../ui/RecordHistory.tsx'), 'RecordHistory')

const { TextField, TextAreaField, SelectField, AutocompleteField, MoneyField, NumberField, DayField } =
  fieldsOf(contractLabels)

const texts = {
  loadFailed: t('Failed to fetch contract'),
  saveFailed: t('Failed to save contract. Please try again.'),
  created: t('Contract created successfully!'),
  updated: t('Contract updated successfully!'),
}

const links = ({ id }: Contract) => (
  <>
    <LinkButton variant="default" to={`/contracts/${id}/supporting-docs`}>
      {t('Supporting documents')}
    </LinkButton>
    <LinkButton variant="default" to={`/contracts/${id}/security-deposit`}>
      {t('Security deposits')}
    </LinkButton>
  </>
)

export function ContractForm() {
  return (
    <FormScreen
      noun="contract"
      load={getContract}
      create={createContract}
      update={updateContract}
      blank={{ status: 'DRAFT', extensionCoun: 0 }}
      listPath="/contracts/list"
      nameOf={(contract) => contract.contractName}
      texts={texts}
      actions={links}
      related={(contract) => (
        <>
          <DocumentPanel entityType="CONTRACT" entityId={contract.id} />
          <RecordHistory record={contract} statuses={listContractStatusHistory} />
        </>
      )}
    >
      <Tender />
      <TenderDates />
      <Work />
      <ContractMetadata />
    </FormScreen>
  )
}

const contractTypes = ['Item rate', 'Percentage rate', 'Lump sum', 'EPC', 'Rate contract', 'Supply', 'Labour']

function Tender() {
  return (
    <>
      <FieldGroup title={t('Tender')}>
        <TextField name="contractName" required wide />
        <TextField name="bidId" />
        <TextField name="referenceNo" />
        <OfficeField />
        <SelectField name="status" options={optionsOf(contractStatuses)} required />
        <AutocompleteField name="contractType" suggestions={contractTypes} />
        <TextAreaField name="description" />
      </FieldGroup>
      <FieldGroup title={t('Values')}>
        <BidFields
          labels={contractLabels}
          actual="tenderActualValue"
          percentage="tenderBidPercentage"
          value="tenderBidValue"
        />
        <MoneyField name="paperCost" description={t('Price of the tender papers')} />
      </FieldGroup>
      <LicenseFields />
    </>
  )
}

function TenderDates() {
  return (
    <FieldGroup title={t('Tender dates')}>
      <DayField name="openingDate" />
      <DayField name="closingDate" />
      <DayField name="draftingDate" />
      <DayField name="submittedPaymentDate" />
      <DayField name="resultDate" />
      <DayField name="awardedDate" />
      <DayField name="aggreementDate" />
    </FieldGroup>
  )
}

function Work() {
  return (
    <FieldGroup title={t('Work')}>
      <DayField name="givenStartDate" />
      <DayField name="givenEndDate" />
      <DayField name="actualStartDate" />
      <DayField name="actualEndDate" />
      <NumberField name="extensionCoun" required />
      <TextAreaField name="terminationReason" />
      <TextAreaField name="comments" />
    </FieldGroup>
  )
}
