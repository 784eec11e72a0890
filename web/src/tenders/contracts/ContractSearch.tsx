import {
  type Contract,
  type ContractQuickFilter,
  contractFigureLabels,
  contractFigures,
  contractStatuses,
  countContracts,
  deleteContract,
  statusCategories,
  updateContract,
} from '@plinth/api/tenders/contracts'
import { optionsOf, plainText, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay, type FilterValues } from '../../lib/list-address.ts'
import { changeStatusOfEach, deleteEach } from '../../ui/list/bulk-action.ts'
import { DateRangeFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import { ActionLink, glyph, RowActions } from '../../ui/shell/RowActions.tsx'
import { noOfficeFilters, officeFilters } from '../offices/OfficeFilters.tsx'

export const noFilters = {
  search: '',
  quickFilters: [],
  figure: '',
  figureKey: '',
  bidId: '',
  contractName: '',
  referenceNo: '',
  status: [],
  statusCategory: [],
  licenseHolderName: '',
  contractType: '',
  ...noOfficeFilters,
  dateRange: anyDay,
}

export const line = { name: 'search', hint: t('Bid ID, name, reference no., department, type or license holder') }

export const quick: Quick = {
  count: countContracts,
  groups: [
    ['CLOSING_THIS_WEEK', 'CLOSING_WITHIN_14_DAYS', 'CLOSED_WITHOUT_A_BID', 'AWAITING_RESULT', 'SECURITY_TO_LODGE'],
  ] satisfies ContractQuickFilter[][],
}

const depositsGlyph = glyph('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M15 8h-6h1a3 3 0 0 1 0 6h-1l3 3M9 11h6')

const categoryOptions = statusCategories.map((value) => ({ value, label: translated(value) }))

/** The text of the dashboard figure that led to the list, with the sum over the contracts found. */
export function figureOf({ figure, figureKey }: FilterValues, total: number | null | undefined): string | undefined {
  const known = contractFigures.find((name) => name === figure)
  if (!known) return undefined
  const entry = known === 'paper_cost_by_contract_type' ? `, ${plainText(figureKey) || t('no type')}` : ''
  return `${translated(contractFigureLabels[known])}${entry} = ${rupees(total)}`
}

/** The bulk actions on contracts. */
export const bulk = [
  changeStatusOfEach<Contract>(updateContract, 'contract', contractStatuses),
  deleteEach<Contract>(deleteContract, 'contract'),
]

/** The row actions of a contract. */
export const rowActions = ({ id, contractName }: Contract) => (
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
      icon={depositsGlyph}
    />
  </RowActions>
)

export const filters = (
  <>
    <TextFilter name="bidId" label={t('Bid ID')} />
    <TextFilter name="contractName" label={t('Contract name')} />
    <TextFilter name="referenceNo" label={t('Reference no.')} />
    <MultiSelectFilter name="status" label={t('Status')} options={optionsOf(contractStatuses)} />
    <MultiSelectFilter name="statusCategory" label={t('Status category')} options={categoryOptions} />
    <TextFilter name="licenseHolderName" label={t('License holder')} />
    <TextFilter name="contractType" label={t('Contract type')} />
    {officeFilters}
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)
