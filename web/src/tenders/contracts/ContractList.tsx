import { uploadContracts } from '@plinth/api/platform/contract-imports'
import {
  type Contract,
  contract,
  contractColumnLabels,
  contractGroups,
  contractShortLabels,
  createContract,
  exportContracts,
  filterContracts,
  getContract,
  listContractGroups,
} from '@plinth/api/tenders/contracts'
import { call } from '../../lib/call.ts'
import { t, translated } from '../../lib/language.ts'
import type { Grouping } from '../../lib/list-groups.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { ContractStatusCell, contractInPlace } from './ContractReference.tsx'
import { bulk, figureOf, filters, line, noFilters, quick, rowActions } from './ContractSearch.tsx'
import { figureFilters, ledByFigure } from './figure-link.ts'

// Loaded lazily: few visits open a record, and the panel brings the head of the record's page with it.
const ContractPanel = lazyPart(() => import('./ContractPanel.tsx'), 'ContractPanel', { waiting: <PanelWaiting /> })

const columns = columnsOf(
  contract,
  contractColumnLabels,
  {
    department: { wrap: true },
    officeName: { wrap: true },
    contractName: {
      wrap: true,
      show: (name, { id }) => <RowLink to={`/contracts/${id}`}>{name}</RowLink>,
    },
    tenderBidPercentage: { label: translated(contractShortLabels.tenderBidPercentage) },
    status: { show: (_, contract) => <ContractStatusCell {...contract} /> },
  },
  contractInPlace,
)

const facts = [
  'tenderBidValue',
  'tenderActualValue',
  'tenderBidPercentage',
  'paperCost',
  'contractType',
  'licenseHolderName',
  'closingDate',
  'resultDate',
  'awardedDate',
  'givenStartDate',
  'givenEndDate',
] as const

const panel: Panel<Contract> = {
  show: (contract) => <ContractPanel contract={contract} columns={columns} facts={facts} />,
  to: ({ id }) => `/contracts/${id}`,
  load: (id) => call(getContract, { params: { id } }),
}

const shown = [
  'bidId',
  'contractName',
  'status',
  'tenderBidValue',
  'tenderBidPercentage',
  'closingDate',
  'createdAt',
] as const

const card = { called: 'contractName', facts: ['status', 'closingDate', 'tenderBidValue'] } as const

/** When a figure led to the list, the column that it sums up is shown. */
const shownFor = (figure: unknown) => (figure ? [...shown.slice(0, -1), 'paperCost' as const] : shown)

const grouping: Grouping = {
  endpoint: listContractGroups,
  fields: contractGroups,
  entity: contract,
  amounts: { tenderBidValue: t('Bid value') },
}

export function ContractList() {
  const list = useList(filterContracts, noFilters, {
    linkFilters: figureFilters,
    groups: contractGroups,
    opens: true,
  })
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
        card={card}
        filters={filters}
        line={line}
        quick={quick}
        led={ledByFigure(figureOf(list.filters, list.counted ? list.answer?.figureTotal : undefined))}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ contractName }) => contractName}
        grouping={grouping}
        panel={panel}
        exported={exportContracts}
        empty={t('There are no contracts yet. Enter the first one with New contract.')}
      />
    </Screen>
  )
}
