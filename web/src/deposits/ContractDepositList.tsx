import { Button } from '@mantine/core'
import { contractStatuses, getContract } from '@plinth/api/contracts'
import {
  type ContractDeposit,
  contractDeposit,
  contractDepositLabels,
  exportContractDeposits,
  searchContractDeposits,
} from '@plinth/api/deposits'
import { createProject, fromContract } from '@plinth/api/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ContractStatusCell, contractInPlace } from '../contracts/ContractReference.tsx'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { counted, optionsOf } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useList } from '../lib/useList.ts'
import { useSave } from '../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import type { BulkAction } from '../ui/bulk-action.ts'
import { columnsOf } from '../ui/Columns.tsx'
import { DataList } from '../ui/DataList.tsx'
import { MultiSelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { FilterGroup } from '../ui/FilterGroup.tsx'
import { LinkButton, RowLink } from '../ui/LinkButton.tsx'
import { PanelFacts, PanelHead } from '../ui/PanelFacts.tsx'
import type { Panel } from '../ui/RecordPanel.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'

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

const panel: Panel<ContractDeposit> = {
  show: (contract) => (
    <>
      <PanelHead numbers={[contract.bidId, contract.referenceNo]}>
        <ContractStatusCell {...contract} />
      </PanelHead>
      <PanelFacts
        row={contract}
        columns={columns}
        figures={['totalAmount', 'totalDeposit']}
        facts={['tenderBidValue', 'contractType', 'licenseHolderName', 'awardedDate', 'isProjectCreated']}
      />
    </>
  ),
  to: pathOf,
  // What its deposits come to stands in the search alone.
  load: (id, last) => last && call(getContract, { params: { id } }).then((now) => ({ ...last, ...now })),
}

const shown = [
  'bidId',
  'contractName',
  'status',
  'tenderBidValue',
  'totalDeposit',
  'totalAmount',
  'isProjectCreated',
] as const

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
    <CreateProject contract={contract} />
  </RowActions>
)

const alreadyCreated = t('A project has already been created for this contract')

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
    </FilterGroup>
    <FilterGroup title={t('Deposit')}>
      <TextFilter name="depositType" label={t('Deposit type')} />
      <TextFilter name="accountHolderName" label={t('Account holder')} />
      <TextFilter name="bankAccountNo" label={t('Bank account no.')} />
      <MultiSelectFilter name="depositStatuses" label={t('Deposit status')} options={optionsOf(depositStatuses)} />
    </FilterGroup>
  </>
)

export function ContractDepositList() {
  const list = useList(searchContractDeposits, noFilters, { opens: true })
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
        shown={shown}
        filters={filters}
        line={{ name: 'search', hint: t('Bid ID, name, reference no., type or license holder') }}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ contractName }) => contractName}
        panel={panel}
        exported={exportContractDeposits}
        empty={t('There are no contracts yet. Enter one under Contracts, then record its deposits.')}
      />
    </Screen>
  )
}

const failure = t('Failed to save project. Please try again.')

/** Offered on an awarded contract, once. */
function CreateProject({ contract }: { contract: ContractDeposit }) {
  const save = useSave()
  const queryClient = useQueryClient()
  const [sending, setSending] = useState(false)
  const [created, setCreated] = useState(false)
  const mayCreate = useCan(createProject)
  const done = created || contract.isProjectCreated

  async function create() {
    setSending(true)
    try {
      await save(createProject, { ...fromContract, contractId: contract.id })
      setCreated(true)
      void alertSuccess(t('Project created successfully!'))
    } catch (error) {
      // Somebody else may have been first: the row is to show it.
      void queryClient.invalidateQueries()
      void alertFailure(error instanceof CallError ? `${failure} ${error.message}` : failure)
    } finally {
      setSending(false)
    }
  }

  if (contract.status !== 'AWARDED' || !mayCreate) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('Create Project from {contractName}', { contractName: contract.contractName })}
      disabled={done}
      title={done ? alreadyCreated : undefined}
      loading={sending}
      onClick={() => void create()}
    >
      {t('Create Project')}
    </Button>
  )
}
