import {
  type Contract,
  contractStatuses,
  createContract,
  deleteContract,
  filterContracts,
  statusCategories,
  updateContract,
} from '@plinth/api/contracts'
import { IconCoinRupee } from '@tabler/icons-react'
import { dayText, momentDay, optionsOf, percent, rupees } from '../lib/format.ts'
import { anyDay } from '../lib/list-search.ts'
import { useList } from '../lib/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../ui/FilterFields.tsx'
import { Filters } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Pager } from '../ui/Pager.tsx'
import { ActionLink, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ContractBadge } from './ContractReference.tsx'

const columns: Column<Contract>[] = [
  { field: 'bidId', label: 'Bid ID' },
  { field: 'contractName', label: 'Contract name', wrap: true },
  { field: 'status', label: 'Status', show: (status) => <ContractBadge status={status} /> },
  { field: 'tenderBidValue', label: 'Bid value', show: rupees, align: 'right' },
  { field: 'tenderBidPercentage', label: 'Bid %', show: percent, align: 'right' },
  { field: 'closingDate', label: 'Closing date', show: dayText },
  { field: 'createdAt', label: 'Created', show: momentDay },
]

const noFilters = {
  bidId: '',
  contractName: '',
  referenceNo: '',
  status: [],
  statusCategory: [],
  licenseHolderName: '',
  contractType: '',
  dateRange: anyDay,
}

const categoryOptions = statusCategories.map((value) => ({ value, label: value }))

const rowActions = ({ id, contractName }: Contract) => (
  <RowActions
    name={contractName}
    view={`/contracts/${id}`}
    edit={{ to: `/contracts/${id}/edit`, call: updateContract }}
    remove={{
      endpoint: deleteContract,
      params: { id },
      confirm: 'Are you sure you want to delete this contract?',
    }}
  >
    <ActionLink
      label={`Security deposits of ${contractName}`}
      to={`/contracts/${id}/security-deposit`}
      icon={IconCoinRupee}
    />
  </RowActions>
)

export function ContractList() {
  const list = useList(filterContracts, noFilters)
  return (
    <Screen
      title="Contracts"
      source={list}
      failure="Failed to fetch contracts"
      actions={
        <>
          <LinkButton variant="default" to="/contracts/contract-deposit">
            Contract deposits
          </LinkButton>
          <LinkButton to="/contracts/create" call={createContract}>
            New contract
          </LinkButton>
        </>
      }
    >
      <Filters list={list}>
        <TextFilter name="bidId" label="Bid ID" />
        <TextFilter name="contractName" label="Contract name" />
        <TextFilter name="referenceNo" label="Reference no." />
        <MultiSelectFilter name="status" label="Status" options={optionsOf(contractStatuses)} />
        <MultiSelectFilter name="statusCategory" label="Status category" options={categoryOptions} />
        <TextFilter name="licenseHolderName" label="License holder" />
        <TextFilter name="contractType" label="Contract type" />
        <DateRangeFilter name="dateRange" label="Created" />
      </Filters>
      <DataTable
        caption="Contracts"
        list={list}
        columns={columns}
        actions={rowActions}
        empty="There are no contracts yet. Enter the first one with New contract."
      />
      <Pager list={list} />
    </Screen>
  )
}
