import { Skeleton } from '@mantine/core'
import { usualContractTypes } from '@plinth/api/tenders/contract-types'
import {
  type Contract,
  contractLabels,
  contractStatuses,
  createContract,
  deleteContract,
  filterContracts,
  getContract,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { MoreFields } from '../../ui/form/MoreFields.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { OfficeField } from '../offices/OfficeField.tsx'
import { BidFields } from './BidFields.tsx'
import { bidIdHolder } from './bid-id-holder.ts'
import { ContractMetadata } from './ContractMetadata.tsx'
import { LicenseFields } from './LicenseFields.tsx'
import { recordEmd } from './record-emd.ts'

// Loaded lazily, because only the view screen has them, not the form.
const ContractOpening = lazyPart(() => import('./ContractOpening.tsx'), 'ContractOpening', {
  waiting: <Skeleton height={260} mb="sm" />,
})
const ContractSides = lazyPart(() => import('./ContractSides.tsx'), 'ContractSides')

const { TextField, NameField, TextAreaField, SelectField, AutocompleteField, MoneyField, NumberField, DayField } =
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
  const maySearch = useCan(filterContracts)
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
      pathOf={({ id }) => `/contracts/${id}`}
      remove={deleteContract}
      next={(contract, isNew) => (isNew ? [recordEmd(contract.id)] : [])}
      holderOf={maySearch ? bidIdHolder : undefined}
      actions={links}
      head={(contract) => <ContractOpening contract={contract} />}
      related={(contract) => <ContractSides contract={contract} />}
    >
      <Tender />
      <MoreFields>
        <LicenseFields />
        <TenderDates />
        <Work />
        <ContractMetadata />
      </MoreFields>
    </FormScreen>
  )
}

function Tender() {
  return (
    <>
      <FieldGroup title={t('Tender')}>
        <NameField name="contractName" required />
        <TextField name="bidId" />
        <TextField name="referenceNo" />
        <OfficeField />
        <SelectField name="status" options={optionsOf(contractStatuses)} required />
        <AutocompleteField name="contractType" suggestions={usualContractTypes} />
        <DayField name="closingDate" />
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
    </>
  )
}

function TenderDates() {
  return (
    <FieldGroup title={t('Tender dates')}>
      <DayField name="openingDate" />
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
