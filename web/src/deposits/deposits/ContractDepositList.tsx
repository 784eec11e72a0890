import {
  type ContractDeposit,
  contractDeposit,
  contractDepositLabels,
  exportContractDeposits,
  listContractDepositGroups,
  searchContractDeposits,
} from '@plinth/api/tenders/contract-deposits'
import { contractGroups, contractStatuses, getContract } from '@plinth/api/tenders/contracts'
import { createProject, fromContract } from '@plinth/api/works/projects'
import { call } from '../../lib/call.ts'
import { counted, optionsOf } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Grouping } from '../../lib/list-groups.ts'
import { useList } from '../../lib/useList.ts'
import { ContractStatusCell, contractInPlace } from '../../tenders/contracts/ContractReference.tsx'
import { noOfficeFilters, officeFilters } from '../../tenders/offices/OfficeFilters.tsx'
import type { BulkAction } from '../../ui/list/bulk-action.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { FilterGroup } from '../../ui/list/FilterGroup.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { alreadyCreated, CreateProject } from '../../works/projects/CreateProject.tsx'

// A lazy part, because few visits open a record.
const ContractPanel = lazyPart(() => import('../../tenders/contracts/ContractPanel.tsx'), 'ContractPanel', {
  waiting: <PanelWaiting />,
})

const pathOf = ({ id }: Pick<ContractDeposit, 'id'>) => `/contracts/contract-deposit/${id}`

const columns = columnsOf(
  contractDeposit,
  contractDepositLabels,
  {
    contractName: { wrap: true, show: (name, row) => <RowLink to={pathOf(row)}>{name}</RowLink> },
    status: { show: (_, contract) => <ContractStatusCell {...contract} /> },
  },
  contractInPlace,
)

const facts = [
  'totalAmount',
  'totalDeposit',
  'tenderBidValue',
  'contractType',
  'licenseHolderName',
  'awardedDate',
  'isProjectCreated',
] as const

const panel: Panel<ContractDeposit> = {
  show: (contract) => <ContractPanel contract={contract} columns={columns} facts={facts} />,
  to: pathOf,
  // Only the search returns the totals of the deposits, so that they come from the last row.
  load: (id, last) => last && call(getContract, { params: { id } }).then((now) => ({ ...last, ...now })),
}

const shownColumns = [
  'bidId',
  'contractName',
  'status',
  'tenderBidValue',
  'totalDeposit',
  'totalAmount',
  'isProjectCreated',
] as const

const card = { called: 'contractName', facts: ['status', 'totalAmount', 'totalDeposit'] } as const

const noFilters = {
  search: '',
  bidId: '',
  contractName: '',
  referenceNo: '',
  description: '',
  statuses: [],
  contractType: '',
  licenseHolderName: '',
  depositType: '',
  accountHolderName: '',
  bankAccountNo: '',
  depositStatuses: [],
  ...noOfficeFilters,
}

const depositStatuses = [
  'DRAFT',
  'SUBMITTED',
  'REJECTED',
  'CANCELLED',
  'REFUNDED',
  'FORFEITED',
  'RELEASED',
  'PENDING_RELEASE',
  'PENDING_REFUND',
] as const

const rowActions = (contract: ContractDeposit) => (
  <RowActions name={t('deposits of {contractName}', { contractName: contract.contractName })} view={pathOf(contract)}>
    <CreateProject contract={contract} isCreated={contract.isProjectCreated} />
  </RowActions>
)

const bulk: BulkAction<ContractDeposit>[] = [
  {
    label: t('Create Project'),
    call: createProject,
    blocked: ({ status, isProjectCreated }) => {
      if (isProjectCreated) return alreadyCreated
      return status === 'AWARDED' ? undefined : t('A project is created from an awarded contract only')
    },
    async run({ id }) {
      await call(createProject, { body: { ...fromContract, contractId: id } })
      return undefined
    },
    done: (count) => t('{records} created', { records: counted(count, 'project') }),
  },
]

const filters = (
  <>
    <FilterGroup title={t('Contract')}>
      <TextFilter name="bidId" label={t('Bid ID')} />
      <TextFilter name="contractName" label={t('Contract name')} />
      <TextFilter name="referenceNo" label={t('Reference no.')} />
      <TextFilter name="description" label={t('Description')} />
      <MultiSelectFilter name="statuses" label={t('Contract status')} options={optionsOf(contractStatuses)} />
      <TextFilter name="contractType" label={t('Contract type')} />
      <TextFilter name="licenseHolderName" label={t('License holder')} />
      {officeFilters}
    </FilterGroup>
    <FilterGroup title={t('Deposit')}>
      <TextFilter name="depositType" label={t('Deposit type')} />
      <TextFilter name="accountHolderName" label={t('Account holder')} />
      <TextFilter name="bankAccountNo" label={t('Bank account no.')} />
      <MultiSelectFilter name="depositStatuses" label={t('Deposit status')} options={optionsOf(depositStatuses)} />
    </FilterGroup>
  </>
)

const grouping: Grouping = {
  endpoint: listContractDepositGroups,
  fields: contractGroups,
  entity: contractDeposit,
  amounts: { totalAmount: t('Total amount'), held: t('Held') },
}

export function ContractDepositList() {
  const list = useList(searchContractDeposits, noFilters, { groups: contractGroups, opens: true })
  return (
    <Screen
      title={t('Contract deposits')}
      source={list}
      failure={t('Failed to fetch contract deposit data.')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/list">
            {t('Contracts')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/deposit-register">
            {t('Deposit register')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="contract-deposits"
        caption={t('Contracts and their deposits')}
        list={list}
        columns={columns}
        shown={shownColumns}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Bid ID, name, reference no., department, type or license holder') }}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ contractName }) => contractName}
        grouping={grouping}
        panel={panel}
        exported={exportContractDeposits}
        empty={t('There are no contracts yet. Enter one under Contracts, then record its deposits.')}
      />
    </Screen>
  )
}
