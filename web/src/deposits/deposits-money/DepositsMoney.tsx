import { Anchor, Text, Title } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import { depositPurposes, nextSteps } from '@plinth/api/deposits/deposit-releases'
import {
  exportDeposits,
  filterDeposits,
  registeredDepositLabels as labels,
  type RegisteredDeposit,
  registeredDeposit,
} from '@plinth/api/deposits/deposits'
import { getDepositMoney } from '@plinth/api/deposits/deposits-money'
import { getGuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { inWords } from '@plinth/api/kernel/code-words'
import { noDepartment } from '@plinth/api/tenders/contracts'
import { Link } from '@tanstack/react-router'
import { dash, decimal, optionsOf, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import type { FilterValues } from '../../lib/list-address.ts'
import { parseSearch, type Search } from '../../lib/search.ts'
import { useUser } from '../../lib/session.ts'
import { useList } from '../../lib/useList.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { noOfficeFilters, officeFilters } from '../../tenders/offices/OfficeFilters.tsx'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DayFilter, MultiSelectFilter } from '../../ui/list/FilterFields.tsx'
import { FilterGroup } from '../../ui/list/FilterGroup.tsx'
import { DueDay, late } from '../../ui/record/DueDay.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { Failure, Screen } from '../../ui/shell/Screen.tsx'
import { columnLabelsOf } from '../deposits/DepositColumns.tsx'
import { ownerFilter } from '../deposits/OwnerFilter.tsx'
import classes from './DepositsMoney.module.css'
import { listPlace, MoneyOffices, type OfficeMoney } from './MoneyOffices.tsx'
import { MoneyOwners } from './MoneyOwners.tsx'
import { isMine, isToDo, MoneyParts } from './MoneyParts.tsx'
import { MoneyTiles } from './MoneyTiles.tsx'

/** The type of a deposit, with its purpose below unless that is the same word. */
function depositOf(depositType: string, deposit: RegisteredDeposit) {
  return (
    <>
      <RowLink to={depositPath(deposit)}>{depositType}</RowLink>
      {deposit.purpose && inWords(deposit.purpose).toLowerCase() !== depositType.toLowerCase() && (
        <Text size="xs" c="dimmed">
          {words(deposit.purpose)}
        </Text>
      )}
    </>
  )
}

const stepOf = ({ nextStep, ownNextStep }: RegisteredDeposit) => (nextStep === 'OWN' && ownNextStep) || words(nextStep)

const columns = columnsOf(registeredDeposit, columnLabelsOf(labels), {
  depositType: { label: t('Deposit'), wrap: true, show: depositOf },
  contractName: {
    wrap: true,
    show: (name, { contractId }) => (
      <Anchor component={Link} to={`/contracts/${contractId}`} inherit>
        {name}
      </Anchor>
    ),
  },
  department: { wrap: true },
  officeName: { label: t('Lies with'), wrap: true },
  daysOverdue: {
    show: (days) =>
      days === null ? (
        dash
      ) : (
        <Text span inherit {...late}>
          {decimal(days)}
        </Text>
      ),
  },
  nextStep: {
    wrap: true,
    show: (_step, deposit) => (
      <Anchor component={Link} to={depositPath(deposit)} inherit>
        {stepOf(deposit)}
      </Anchor>
    ),
  },
  nextOn: { show: (nextOn) => <DueDay day={nextOn} due={dueOf({ due: nextOn })} /> },
})

const shownColumns = [
  'depositType',
  'contractName',
  'openAmount',
  'officeName',
  'daysOverdue',
  'ownerName',
  'nextStep',
  'nextOn',
] as const

const card = {
  called: 'depositType',
  facts: ['contractName', 'openAmount', 'daysOverdue', 'nextStep', 'nextOn', 'ownerName'],
} as const

const noFilters = {
  search: '',
  quickFilters: [],
  ...noOfficeFilters,
  purpose: [],
  ownerId: [],
  nextStep: [],
  nextBy: '',
}

const filters = (
  <>
    <FilterGroup title={t('Deposit')}>
      <MultiSelectFilter name="purpose" label={translated(labels.purpose)} options={optionsOf(depositPurposes)} />
      {officeFilters}
    </FilterGroup>
    <FilterGroup title={t('What is next')}>
      {ownerFilter}
      <MultiSelectFilter name="nextStep" label={translated(labels.nextStep)} options={optionsOf(nextSteps)} />
      <DayFilter name="nextBy" label={t('To do by')} />
    </FilterGroup>
  </>
)

/** Open deposits only, with totals of their open parts, the earliest next step first. */
const openDeposits = {
  always: { figure: 'total_open' },
  sort: { field: 'nextOn', direction: 'asc' },
} as const

/** The filters for the deposits of an office: its id, or no department for deposits without an office. */
const filtersOfOffice = ({ officeId }: OfficeMoney) =>
  officeId === null ? { department: [noDepartment], officeId: [] } : { department: [], officeId: [officeId] }

const isNarrowedTo = ({ department, officeId }: FilterValues, office: OfficeMoney) =>
  JSON.stringify({ department, officeId }) === JSON.stringify(filtersOfOffice(office))

/** The money that departments hold, by office and by owner, and the list of open deposits with their next steps. */
export function DepositsMoney() {
  const money = useRecord(getDepositMoney)
  const found = useList(filterDeposits, noFilters, openDeposits)
  const me = useUser()?.id
  const list = {
    ...found,
    // The chips above the rows show these filters.
    beside: [...(isToDo(found.filters) ? ['nextBy'] : []), ...(isMine(found.filters, me) ? ['ownerId'] : [])],
  }
  const isChosenOffice = (office: OfficeMoney) => isNarrowedTo(found.filters, office)
  const searchOfOffice = (office: OfficeMoney): Search => ({
    ...parseSearch(found.address),
    ...(isChosenOffice(office) ? noOfficeFilters : filtersOfOffice(office)),
  })
  const isChosenOwner = ({ ownerId }: { ownerId: string | null }) =>
    JSON.stringify(found.filters['ownerId']) === JSON.stringify([ownerId])
  const searchOfOwner = (owner: { ownerId: string | null }): Search => ({
    ...parseSearch(found.address),
    ownerId: isChosenOwner(owner) || owner.ownerId === null ? [] : [owner.ownerId],
  })
  return (
    <Screen
      title={t('Money with departments')}
      source={found}
      failure={t('Failed to fetch deposits')}
      actions={
        <>
          <LinkButton variant="default" to="/payments/guarantees" call={getGuaranteeHeadroom}>
            {t('Guarantee planner')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/deposit-register">
            {t('Deposit register')}
          </LinkButton>
        </>
      }
    >
      {money.error ? (
        <div className={classes['section']}>
          <Failure text={t('Failed to add up what lies with departments')} source={money} />
        </div>
      ) : (
        <>
          <MoneyTiles money={money.data} />
          <MoneyOwners owners={money.data?.owners} isChosen={isChosenOwner} narrowed={searchOfOwner} />
          <MoneyOffices offices={money.data?.offices} isChosen={isChosenOffice} narrowed={searchOfOffice} />
        </>
      )}
      <section aria-label={t('Open deposits')} id={listPlace} className={classes['section']}>
        <Title order={2} mb="xs">
          {t('Open deposits')}
        </Title>
        <DataList
          name="deposits-money"
          caption={t('Open deposits, the next to be done first')}
          list={list}
          columns={columns}
          shown={shownColumns}
          card={card}
          filters={filters}
          line={{ name: 'search', hint: t('Contract, bid ID, department, type, instrument or bank') }}
          exported={exportDeposits}
          empty={t('No money lies with any department.')}
        >
          <div className={classes['above']}>
            <MoneyParts list={list} me={me} />
            <Text className="tabular" aria-live="polite">
              {list.counted && (
                <>
                  {t('Deposits found:')} <b>{decimal(list.total)}</b>
                  {t(', open')} <b>{rupees(list.answer?.total)}</b>
                </>
              )}
            </Text>
          </div>
        </DataList>
      </section>
    </Screen>
  )
}
