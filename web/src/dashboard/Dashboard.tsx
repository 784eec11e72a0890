import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { uploadContracts } from '@plinth/api/contract-imports'
import { createContract, filterContracts } from '@plinth/api/contracts'
import { getKpis, summarizeContractStatuses, summarizeStatusCategories } from '@plinth/api/dashboard'
import { filterDeposits, searchContractDeposits } from '@plinth/api/deposits'
import { IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { CallError, call, endpointKey } from '../lib/call.ts'
import { momentText } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/session.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Failure, Screen, type Source } from '../ui/Screen.tsx'
import classes from './Dashboard.module.css'
import { FigureTiles, StatusSummary } from './DashboardFigures.tsx'

const DashboardCharts = lazy(() =>
  import('./DashboardCharts.tsx').then((module) => ({ default: module.DashboardCharts })),
)

// Who comes back to the window after a while is to see today's figures.
const watched = { refetchOnWindowFocus: true }

function useFigures() {
  const kpis = useQuery({
    queryKey: endpointKey(getKpis, {}),
    queryFn: ({ signal }) => call(getKpis, { body: undefined }, { signal }),
    ...watched,
  })
  const statuses = useQuery({
    queryKey: endpointKey(summarizeContractStatuses, {}),
    queryFn: ({ signal }) => call(summarizeContractStatuses, {}, { signal }),
    ...watched,
  })
  const categories = useQuery({
    queryKey: endpointKey(summarizeStatusCategories, {}),
    queryFn: ({ signal }) => call(summarizeStatusCategories, {}, { signal }),
    ...watched,
  })
  return { kpis, statuses, categories }
}

const sourceOf = ({ error, refetch }: UseQueryResult): Source => ({
  error: error instanceof CallError ? error : null,
  retry: () => void refetch(),
})
const isDenied = ({ error }: UseQueryResult) => error instanceof CallError && error.status === 403

export function Dashboard() {
  const { kpis, statuses, categories } = useFigures()
  const queries = [kpis, statuses, categories]
  const denied = queries.find(isDenied)
  const isEmpty = statuses.data?.every(({ count }) => count === 0) === true
  return (
    <Screen title={t('Contract dashboard')} actions={<Ways />} {...(denied && { source: sourceOf(denied) })}>
      <Moment queries={queries} />
      {isEmpty && <FirstSteps />}
      {kpis.error ? (
        <div className={classes['section']}>
          <Failure text={t('Failed to load KPI data')} source={sourceOf(kpis)} />
        </div>
      ) : (
        <FigureTiles kpis={kpis.data} />
      )}
      <StatusSummary
        statuses={{ ...sourceOf(statuses), data: statuses.data }}
        categories={{ ...sourceOf(categories), data: categories.data }}
      />
      {!(kpis.error && categories.error) && (
        <section aria-label={t('Charts')} className={classes['section']}>
          <Title order={2}>{t('At a glance')}</Title>
          <div className={classes['charts']}>
            {kpis.isPending ? (
              <ChartsToCome />
            ) : (
              <Suspense fallback={<ChartsToCome />}>
                <DashboardCharts
                  kpis={kpis.error ? undefined : kpis.data}
                  categories={categories.error ? undefined : categories.data}
                />
              </Suspense>
            )}
          </div>
        </section>
      )}
    </Screen>
  )
}

function Ways() {
  return (
    <Group component="nav" aria-label={t('Contracts')} gap="xs">
      <LinkButton variant="default" to="/contracts/list" call={filterContracts}>
        {t('All contracts')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/contract-deposit" call={searchContractDeposits}>
        {t('Contract deposits')}
      </LinkButton>
      <LinkButton variant="default" to="/contracts/deposit-register" call={filterDeposits}>
        {t('Deposit register')}
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

/** The moment that every figure shown is good for, and the way to newer ones. */
function Moment({ queries }: { queries: UseQueryResult[] }) {
  const moments = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((moment) => moment > 0)
  const fetching = queries.some(({ isFetching }) => isFetching)
  return (
    <Group gap="sm" mb="md">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconRefresh size={16} aria-hidden className={classes['turning']} data-fetching={fetching} />}
        aria-busy={fetching}
        onClick={() => queries.forEach(({ refetch }) => void refetch())}
      >
        {t('Refresh')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {moments.length > 0 &&
          t('As of {moment}', { moment: momentText(new Date(Math.min(...moments)).toISOString()) })}
      </Text>
    </Group>
  )
}

function FirstSteps() {
  const mayCreate = useCan(createContract)
  return (
    <Paper withBorder p="lg" mb="lg">
      <Text fw={600}>{t('There are no contracts yet.')}</Text>
      <Text c="dimmed">
        {mayCreate
          ? t('Enter the first one, or bring in many from a sheet. Every figure below then follows by itself.')
          : t('Once contracts are entered, every figure below follows by itself.')}
      </Text>
      {mayCreate && (
        <Group gap="xs" mt="sm">
          <LinkButton to="/contracts/create" call={createContract}>
            {t('Enter the first contract')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/bulk-upload" call={uploadContracts}>
            {t('Upload a sheet of contracts')}
          </LinkButton>
        </Group>
      )}
    </Paper>
  )
}

/** Stand where the charts will be. */
function ChartsToCome() {
  return [0, 1].map((panel) => (
    <Paper key={panel} withBorder p="md" aria-hidden>
      {[35, 90, 75, 60, 45, 30, 25, 20, 15, 10].map((width) => (
        <Skeleton key={width} height={14} my={12} width={`${width}%`} />
      ))}
    </Paper>
  ))
}
