import { Button } from '@mantine/core'
import { contractStatuses } from '@plinth/api/contracts'
import { type ContractDeposit, searchContractDeposits } from '@plinth/api/deposits'
import { createProject, fromContract } from '@plinth/api/projects'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ContractBadge } from '../contracts/ContractReference.tsx'
import { CallError } from '../lib/call.ts'
import { decimal, optionsOf, rupees } from '../lib/format.ts'
import { useCan } from '../lib/session.ts'
import { useList } from '../lib/useList.ts'
import { useSave } from '../lib/useRecord.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { MultiSelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { FilterGroup, Filters } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'

const columns: Column<ContractDeposit>[] = [
  { field: 'bidId', label: 'Bid ID' },
  { field: 'contractName', label: 'Contract name', wrap: true },
  { field: 'status', label: 'Status', show: (status) => <ContractBadge status={status} /> },
  { field: 'tenderBidValue', label: 'Bid value', show: rupees, align: 'right' },
  { field: 'totalDeposit', label: 'Deposits', show: decimal, align: 'right' },
  { field: 'totalAmount', label: 'Total amount', show: rupees, align: 'right' },
  { field: 'isProjectCreated', label: 'Project', show: (isCreated) => (isCreated ? 'Yes' : 'No') },
]

const noFilters = {
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
  <RowActions name={`deposits of ${contract.contractName}`} view={`/contracts/contract-deposit/${contract.id}`}>
    <CreateProject contract={contract} />
  </RowActions>
)

export function ContractDepositList() {
  const list = useList(searchContractDeposits, noFilters)
  return (
    <Screen
      title="Contract deposits"
      source={list}
      failure="Failed to fetch contract deposit data."
      actions={
        <LinkButton variant="default" to="/contracts/list">
          Contracts
        </LinkButton>
      }
    >
      <Filters list={list}>
        <FilterGroup title="Contract">
          <TextFilter name="bidId" label="Bid ID" />
          <TextFilter name="contractName" label="Contract name" />
          <TextFilter name="referenceNo" label="Reference no." />
          <TextFilter name="description" label="Description" />
          <MultiSelectFilter name="statuses" label="Contract status" options={optionsOf(contractStatuses)} />
          <TextFilter name="contractType" label="Contract type" />
          <TextFilter name="licenseHolderName" label="License holder" />
        </FilterGroup>
        <FilterGroup title="Deposit">
          <TextFilter name="depositType" label="Deposit type" />
          <TextFilter name="accountHolderName" label="Account holder" />
          <TextFilter name="bankAccountNo" label="Bank account no." />
          <MultiSelectFilter name="depositStatuses" label="Deposit status" options={optionsOf(depositStatuses)} />
        </FilterGroup>
      </Filters>
      <DataTable
        caption="Contracts and their deposits"
        list={list}
        columns={columns}
        actions={rowActions}
        empty="There are no contracts yet. Enter one under Contracts, then record its deposits."
      />
      <Pager list={list} />
    </Screen>
  )
}

const failure = 'Failed to save project. Please try again.'

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
      void alertSuccess('Project created successfully!')
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
      aria-label={`Create Project from ${contract.contractName}`}
      disabled={done}
      title={done ? 'A project has already been created for this contract' : undefined}
      loading={sending}
      onClick={() => void create()}
    >
      Create Project
    </Button>
  )
}
