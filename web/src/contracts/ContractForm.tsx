import { Text, Timeline } from '@mantine/core'
import {
  type Contract,
  contractStatuses,
  createContract,
  getContract,
  listContractStatusHistory,
  updateContract,
} from '@plinth/api/contracts'
import { momentText, optionsOf, words } from '../lib/format.ts'
import { useRecord } from '../lib/useRecord.ts'
import { FieldGroup, RecordSection } from '../ui/FieldGroup.tsx'
import { FormScreen } from '../ui/FormScreen.tsx'
import { fieldsOf } from '../ui/fields-of.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { BidFields } from './BidFields.tsx'
import { ContractMetadata } from './ContractMetadata.tsx'

const { TextField, TextAreaField, SelectField, AutocompleteField, MoneyField, NumberField, DayField } =
  fieldsOf<Contract>()

const texts = {
  loadFailed: 'Failed to fetch contract',
  saveFailed: 'Failed to save contract. Please try again.',
  created: 'Contract created successfully!',
  updated: 'Contract updated successfully!',
}

const links = ({ id }: Contract) => (
  <LinkButton variant="default" to={`/contracts/${id}/security-deposit`}>
    Security deposits
  </LinkButton>
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
      related={() => <StatusHistory />}
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

function TenderDates() {
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

function Work() {
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

function StatusHistory() {
  const source = useRecord(listContractStatusHistory)
  return (
    <RecordSection title="Status history" source={source}>
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {source.data?.map(({ fromStatus, toStatus, changedAt, changedByName }) => (
          <Timeline.Item
            key={changedAt + toStatus}
            title={fromStatus ? `${words(fromStatus)} → ${words(toStatus)}` : words(toStatus)}
          >
            <Text size="sm" c="dimmed">
              {momentText(changedAt)}
              {changedByName && `, ${changedByName}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </RecordSection>
  )
}
