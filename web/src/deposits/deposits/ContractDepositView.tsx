import { Skeleton } from '@mantine/core'
import { createDeposit, listDeposits } from '@plinth/api/deposits/deposits'
import { type Contract, contractLabels, contractStatuses, getContract } from '@plinth/api/tenders/contracts'
import { useParams } from '@tanstack/react-router'
import { optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { recallSearch } from '../../lib/search.ts'
import { useList } from '../../lib/useList.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { RecordView } from '../../ui/form/RecordView.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { noDepositFilters } from './DepositColumns.tsx'
import { DepositTable } from './DepositList.tsx'

const { TextField, SelectField, MoneyField, PercentField, DayField } = fieldsOf(contractLabels)

const searchPath = '/contracts/contract-deposit'

/** The fields of a contract that matter for its deposits. */
function ContractSummary({ contract }: { contract: Contract }) {
  return (
    <RecordView record={contract}>
      <FieldGroup title={t('Contract')}>
        <TextField name="bidId" />
        <TextField name="referenceNo" />
        <SelectField name="status" options={optionsOf(contractStatuses)} />
        <TextField name="contractType" />
        <TextField name="licenseHolderName" />
        <MoneyField name="tenderActualValue" />
        <PercentField name="tenderBidPercentage" />
        <MoneyField name="tenderBidValue" />
        <DayField name="closingDate" />
        <DayField name="awardedDate" />
      </FieldGroup>
    </RecordView>
  )
}

export function ContractDepositView() {
  const { contractId = '' } = useParams({ strict: false })
  const contract = useRecord(getContract, { params: { id: contractId } })
  const list = useList(listDeposits, noDepositFilters, { opens: true })
  const links = (
    <>
      <LinkButton variant="default" to={`/contracts/${contractId}`}>
        {t('Contract')}
      </LinkButton>
      <LinkButton variant="default" to={searchPath} search={recallSearch(searchPath)}>
        {t('Back to list')}
      </LinkButton>
      <LinkButton to={`/contracts/${contractId}/security-deposit/new`} call={createDeposit}>
        {t('Add deposit')}
      </LinkButton>
    </>
  )
  return (
    <Screen
      title={contract.data?.contractName ?? t('Contract deposits')}
      source={contract.error ? contract : list}
      failure={t('Failed to fetch contract deposit data.')}
      actions={links}
    >
      {contract.data ? (
        <>
          <ContractSummary contract={contract.data} />
          <DepositTable list={list} />
        </>
      ) : (
        <Skeleton height={230} />
      )}
    </Screen>
  )
}
