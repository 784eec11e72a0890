import { uploadContracts } from '@plinth/api/contract-imports'
import {
  type Contract,
  contract,
  contractFigureLabels,
  contractFigures,
  contractLabels,
  contractStatuses,
  createContract,
  deleteContract,
  exportContracts,
  filterContracts,
  statusCategories,
  updateContract,
} from '@plinth/api/contracts'
import { IconCoinRupee } from '@tabler/icons-react'
import { optionsOf, plainText, rupees } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { anyDay, type FilterValues, useList } from '../lib/useList.ts'
import { columnsOf } from '../ui/columns-of.tsx'
import { DataList } from '../ui/DataList.tsx'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../ui/Filters.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ActionLink, changeStatusOfEach, deleteEach, RowActions } from '../ui/RowActions.tsx'
import { Screen } from '../ui/Screen.tsx'
import { ContractBadge } from './ContractReference.tsx'

const columns = columnsOf(contract, contractLabels, {
  contractName: { wrap: true },
  tenderBidPercentage: { label: t('Bid %') },
  status: { show: (status) => <ContractBadge status={status} /> },
})

const noFilters = {
  figure: '',
  figureKey: '',
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

const bulk = [
  changeStatusOfEach<Contract>(updateContract, contractStatuses),
  deleteEach<Contract>(deleteContract, 'contract'),
]

const rowActions = ({ id, contractName }: Contract) => (
  <RowActions
    name={contractName}
    view={`/contracts/${id}`}
    edit={{ to: `/contracts/${id}/edit`, call: updateContract }}
    remove={{
      endpoint: deleteContract,
      params: { id },
      confirm: t('Are you sure you want to delete this contract?'),
    }}
  >
    <ActionLink
      label={t('Security deposits of {contractName}', { contractName })}
      to={`/contracts/${id}/security-deposit`}
      icon={IconCoinRupee}
    />
  </RowActions>
)

const filters = (
  <>
    <TextFilter name="bidId" label={t('Bid ID')} />
    <TextFilter name="contractName" label={t('Contract name')} />
    <TextFilter name="referenceNo" label={t('Reference no.')} />
    <MultiSelectFilter name="status" label={t('Status')} options={optionsOf(contractStatuses)} />
    <MultiSelectFilter name="statusCategory" label={t('Status category')} options={categoryOptions} />
    <TextFilter name="licenseHolderName" label={t('License holder')} />
    <TextFilter name="contractType" label={t('Contract type')} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const shown = [
  'bidId',
  'contractName',
  'status',
  'tenderBidValue',
  'tenderBidPercentage',
  'closingDate',
  'createdAt',
] as const

/** Which figure of the dashboard led here, and what the contracts found add up to in it. */
function figureOf({ figure, figureKey }: FilterValues, total: number | null | undefined): string | undefined {
  const known = contractFigures.find((name) => name === figure)
  if (!known) return undefined
  const entry = known === 'paper_cost_by_contract_type' ? `, ${plainText(figureKey) || t('no type')}` : ''
  return `${translated(contractFigureLabels[known])}${entry} = ${rupees(total)}`
}

/** What a figure adds up stands among the columns. */
const shownFor = (figure: unknown) => (figure ? [...shown.slice(0, -1), 'paperCost' as const] : shown)

export function ContractList() {
  const list = useList(filterContracts, noFilters)
  return (
    <Screen
      title={t('Contracts')}
      source={list}
      failure={t('Failed to fetch contracts')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/contract-deposit">
            {t('Contract deposits')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/bulk-upload" call={uploadContracts}>
            {t('Bulk upload')}
          </LinkButton>
          <LinkButton to="/contracts/create" call={createContract}>
            {t('New contract')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="contracts"
        caption={t('Contracts')}
        list={list}
        columns={columns}
        shown={shownFor(list.filters['figure'])}
        filters={filters}
        figure={figureOf(list.filters, list.answer?.figureTotal)}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ contractName }) => contractName}
        exported={exportContracts}
        empty={t('There are no contracts yet. Enter the first one with New contract.')}
      />
    </Screen>
  )
}
