import { Group, Paper, Skeleton, Title } from '@mantine/core'
import { filterDeposits } from '@plinth/api/deposits/deposits'
import { filterRefundRequests } from '@plinth/api/deposits/refund-requests'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { searchContractDeposits } from '@plinth/api/tenders/contract-deposits'
import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { filterOffices } from '@plinth/api/tenders/offices'
import { t } from '../../lib/language.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Failure, Screen } from '../../ui/shell/Screen.tsx'
import classes from './Dashboard.module.css'
import { FiguresMoment, NoFigures } from './DashboardFigures.tsx'
import { DepartmentMoney } from './DepartmentMoney.tsx'
import { FigureTiles } from './FigureTiles.tsx'
import { StatusSummary } from './StatusSummary.tsx'
import { useFigures } from './useFigures.ts'

const DashboardCharts = lazyPart(() => import('./DashboardCharts.tsx'), 'DashboardCharts', {
  waiting: <ChartPlaceholders />,
})

export function Dashboard() {
  const { kpis, statuses, categories, departments, queries, denied } = useFigures()
  const isEmpty = statuses.data?.every(({ count }) => count === 0) === true
  return (
    <Screen title={t('Contract dashboard')} actions={<DashboardLinks />} {...(denied && { source: denied })}>
      <FiguresMoment queries={queries} />
      {isEmpty && <NoFigures />}
      {kpis.isError ? (
        <div className={classes['section']}>
          <Failure text={t('Failed to load KPI data')} source={kpis} />
        </div>
      ) : (
        <FigureTiles kpis={kpis.data} />
      )}
      <DepartmentMoney departments={departments} />
      <StatusSummary statuses={statuses} categories={categories} />
      {!(kpis.isError && categories.isError) && (
        <section aria-label={t('Charts')} className={classes['section']}>
          <Title order={2}>{t('At a glance')}</Title>
          <div className={classes['charts']}>
            {kpis.isPending ? (
              <ChartPlaceholders />
            ) : (
              <DashboardCharts kpis={kpis.fresh} categories={categories.fresh} />
            )}
          </div>
        </section>
      )}
    </Screen>
  )
}

function DashboardLinks() {
  return (
    <Group component="nav" aria-label={t('Contracts')} gap="xs">
      <LinkButton variant="default" to="/contracts/list" call={filterContracts}>
        {t('All contracts')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/money" call={filterDeposits}>
        {t('Money with departments')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/contract-deposit" call={searchContractDeposits}>
        {t('Contract deposits')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/deposit-register" call={filterDeposits}>
        {t('Deposit register')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/instruments" call={filterInstruments}>
        {t('Instruments')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/refund-requests" call={filterRefundRequests}>
        {t('Refund requests')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/offices" call={filterOffices}>
        {t('Offices')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/bulk-upload" call={uploadContracts}>
        {t('Bulk upload')}
      </LinkButton>
      <LinkButton to="/contracts/create" call={createContract}>
        {t('New contract')}
      </LinkButton>
    </Group>
  )
}

/** The placeholders of the charts. */
function ChartPlaceholders() {
  return [0, 1].map((panel) => (
    <Paper key={panel} withBorder p="md" aria-hidden>
      {[35, 90, 75, 60, 45, 30, 25, 20, 15, 10].map((width) => (
        <Skeleton key={width} height={14} my={12} width={`${width}%`} />
      ))}
    </Paper>
  ))
}
