import { Text } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import { amountOf, isLive } from '@plinth/api/deposits/deposit-standing'
import {
  createDeposit,
  type Deposit,
  deposit,
  depositLabels,
  getDeposit,
  listDeposits,
  settledLabels,
} from '@plinth/api/deposits/deposits'
import { useParams } from '@tanstack/react-router'
import { call } from '../../lib/call.ts'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { type List, useList } from '../../lib/useList.ts'
import { ContractLink } from '../../tenders/contracts/ContractReference.tsx'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import {
  columnLabelsOf,
  DepositStatusCell,
  depositActions,
  depositBulk,
  depositFilters,
  depositInPlace,
  depositName,
  noDepositFilters,
} from './DepositColumns.tsx'

// A lazy part, because few visits open a record.
const DepositPanel = lazyPart(() => import('./DepositPanel.tsx'), 'DepositPanel', { waiting: <PanelWaiting /> })

export function DepositList() {
  const { contractId = '' } = useParams({ strict: false })
  const list = useList(listDeposits, noDepositFilters, { opens: true })
  return (
    <Screen
      title={t('Security deposits')}
      context={<ContractLink id={contractId} />}
      source={list}
      failure={t('Failed to load security deposits')}
      actions={
        <LinkButton to={`/contracts/${contractId}/security-deposit/new`} call={createDeposit}>
          {t('Add deposit')}
        </LinkButton>
      }
    >
      <DepositTable list={list} />
    </Screen>
  )
}

const columns = columnsOf(
  deposit,
  { ...columnLabelsOf(depositLabels), ...settledLabels },
  {
    instrumentNo: { show: (no, deposit) => <RowLink to={depositPath(deposit)}>{no}</RowLink> },
    status: { show: (_, deposit) => <DepositStatusCell {...deposit} /> },
  },
  depositInPlace,
)

/** The panel of a list whose address names the contract. */
const panelIn = (contractId: string): Panel<Deposit> => ({
  show: (deposit) => <DepositPanel deposit={deposit} columns={columns} />,
  to: depositPath,
  load: (depositId) => call(getDeposit, { params: { contractId, depositId } }),
})

const shownColumns = [
  'depositType',
  'instrumentNo',
  'amount',
  'depositSubmitedDate',
  'depositeReturnedDate',
  'status',
] as const

const card = { called: 'instrumentNo', facts: ['depositType', 'status', 'amount', 'depositSubmitedDate'] } as const

/** The height that the total will have, so that nothing moves when it arrives. On a phone a total of lakhs takes three lines. */
const liveTotal = { mb: 'sm', mih: { base: '4.65em', sm: '1.55em' }, className: 'tabular' }

/** The total of the live deposits of the contract, or of those that the filters find, over all pages. */
function LiveTotal({ deposits, filtered }: { deposits: Deposit[]; filtered: boolean }) {
  const live = deposits.filter(isLive)
  return (
    <Text {...liveTotal}>
      {filtered ? t('Live deposits found:') : t('Live deposits:')} <b>{live.length}</b>
      {t(', in total')} <b>{rupees(amountOf(live))}</b>{' '}
      <Text span size="sm" c="dimmed">
        {t('(drafts, rejected and cancelled ones are not counted)')}
      </Text>
    </Text>
  )
}

/** The deposits of a contract, and the total of the live ones. */
export function DepositTable({ list }: { list: List<Deposit> }) {
  const { contractId = '' } = useParams({ strict: false })
  return (
    <DataList
      name="deposits"
      caption={t('Security deposits')}
      list={list}
      columns={columns}
      shown={shownColumns}
      card={card}
      filters={depositFilters}
      line={{ name: 'instrumentNo', hint: t('Instrument no.') }}
      actions={depositActions}
      bulk={depositBulk}
      nameOf={depositName}
      panel={panelIn(contractId)}
      empty={t('This contract has no deposits yet. Record the first one with Add deposit.')}
    >
      {list.counted ? (
        list.total > 0 && <LiveTotal deposits={list.all} filtered={list.filtered} />
      ) : (
        <Text {...liveTotal} />
      )}
    </DataList>
  )
}
