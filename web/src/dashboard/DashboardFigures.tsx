import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { uploadContracts } from '@plinth/api/contract-imports'
import {
  contractFigureLabels,
  contractFigures,
  createContract,
  type StatusCategory,
  statusesOfCategory,
} from '@plinth/api/contracts'
import { getKpis, type Kpis, summarizeContractStatuses, summarizeStatusCategories } from '@plinth/api/dashboard'
import { depositFigureLabels } from '@plinth/api/deposits'
import type { CallInput } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { dash, decimal, momentText, rupees, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { endpointKey } from '../lib/query-client.ts'
import { denied, useAllowed } from '../lib/useAllowed.ts'
import { useCan } from '../lib/useCan.ts'
import type { Loaded } from '../lib/useRecord.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Failure } from '../ui/Screen.tsx'
import classes from './Dashboard.module.css'

/** The figures that are one number each. */
type OneNumber = { [K in keyof Kpis]: Kpis[K] extends number | null ? K : never }[keyof Kpis]

interface FigureGroup {
  title: string
  note?: string
  /** What each figure adds up, in one line. */
  meanings: Partial<Record<OneNumber, string>>
}

const groups: FigureGroup[] = [
  {
    title: t('Money locked up and coming back'),
    meanings: {
      total_security_deposit: t('Every deposit paid: all but drafts, rejected and cancelled ones.'),
      total_refunded: t('Back with the company: refunded, returned or released.'),
      refund_initiated: t('Asked for and on its way: pending refund or pending release.'),
      pending_refund: t('Due back: the contract is completed, closed, terminated, rejected or cancelled.'),
      average_refund_days: t('From submitted to returned, over the deposits that are back.'),
      refunded_completed_project: t('Back with the company, on completed and closed contracts.'),
    },
  },
  {
    title: t('Where it is stuck'),
    note: t('Held is what was paid and is not back, forfeited deposits included.'),
    meanings: {
      pre_project_deposit: t('On contracts before the work starts: draft to work order issued.'),
      unawarded_projects_deposit: t('On contracts that were rejected or cancelled.'),
      terminated_projects_deposit: t('On contracts that were terminated.'),
      dispute_projects_deposit: t('On contracts in dispute.'),
    },
  },
  {
    title: t('What tendering costs'),
    meanings: {
      paper_cost_awarded: t('Tender papers of every contract that was ever awarded.'),
      paper_cost_rejected: t('Tender papers of the contracts that were rejected.'),
      paper_cost_pre_project: t('Tender papers of drafts and submitted tenders.'),
    },
  },
]

const labels = { ...depositFigureLabels, ...contractFigureLabels }
const ofContracts: readonly string[] = contractFigures
const listOf = (figure: OneNumber) => (ofContracts.includes(figure) ? '/contracts/list' : '/contracts/deposit-register')

const lakh = 100_000
const crore = 100 * lakh
const shortFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 })

/** ₹12.35 L or ₹1,234.5 Cr, for amounts whose digits one would have to count. */
const shortRupees = (value: number) =>
  value < crore
    ? t('{value} L', { value: shortFormat.format(value / lakh) })
    : t('{value} Cr', { value: shortFormat.format(value / crore) })

function Days({ value }: { value: number | null }) {
  if (value !== null) return t('{days} days', { days: decimal(Math.round(value * 10) / 10) })
  return (
    <>
      {dash} <span className={classes['short']}>{t('none is back with both days known')}</span>
    </>
  )
}

function Rupees({ value }: { value: number }) {
  return (
    <>
      {rupees(value)}
      {value >= lakh && (
        <span className={classes['short']} aria-hidden>
          {shortRupees(value)}
        </span>
      )}
    </>
  )
}

function FigureTile({ figure, meaning, kpis }: { figure: OneNumber; meaning: string; kpis: Kpis | undefined }) {
  return (
    <Paper component="li" withBorder className={classes['tile']}>
      <Link to={listOf(figure)} search={{ figure }} className={classes['figure']}>
        <span className={classes['label']}>{translated(labels[figure])}</span>{' '}
        <span className={classes['value']}>
          {kpis === undefined ? (
            <Skeleton component="span" display="inline-block" width="60%" height="1em" />
          ) : figure === 'average_refund_days' ? (
            <Days value={kpis[figure]} />
          ) : (
            <Rupees value={kpis[figure]} />
          )}
        </span>
      </Link>
      <Text size="xs" c="dimmed">
        {meaning}
      </Text>
    </Paper>
  )
}

const isFigure = (name: string, meanings: FigureGroup['meanings']): name is OneNumber => name in meanings

export function FigureTiles({ kpis }: { kpis: Kpis | undefined }) {
  return groups.map(({ title, note, meanings }) => {
    const figures = Object.keys(meanings).filter((name) => isFigure(name, meanings))
    return (
      <section key={title} aria-label={title} aria-busy={kpis === undefined} className={classes['section']}>
        <Title order={2}>{title}</Title>
        {note && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        <ul className={classes['tiles']} data-columns={figures.length % 4 === 0 ? 4 : 3}>
          {figures.map((figure) => (
            <FigureTile key={figure} figure={figure} meaning={meanings[figure] ?? ''} kpis={kpis} />
          ))}
        </ul>
      </section>
    )
  })
}

/** The categories as a contract goes through them. */
export const lifecycle = ['Pre-Project', 'Active', 'Closed', 'Dispute', 'Others'] as const satisfies StatusCategory[]

interface Summaries {
  statuses: Loaded<Answer<typeof summarizeContractStatuses>>
  categories: Loaded<Answer<typeof summarizeStatusCategories>>
}

function Count({ of, count }: { of: Loaded<unknown>; count: number | undefined }) {
  if (of.error) return dash
  if (of.data === undefined) return <Skeleton component="span" display="inline-block" width="1.5em" height="1em" />
  return decimal(count ?? 0)
}

function CategoryRow({ category, statuses, categories }: Summaries & { category: StatusCategory }) {
  return (
    <li className={classes['category']}>
      <Link to="/contracts/list" search={{ statusCategory: category }} className={classes['categoryLink']}>
        <span className={classes['swatch']} data-category={category} aria-hidden />
        {translated(category)}{' '}
        <strong>
          <Count
            of={categories}
            count={categories.data?.find(({ statusCategory }) => statusCategory === category)?.totalCount}
          />
        </strong>
      </Link>
      {!statuses.error && (
        <ul className={classes['statuses']} aria-label={translated(category)}>
          {statusesOfCategory[category].map((status) => {
            const count = statuses.data?.find((item) => item.status === status)?.count
            return (
              <li key={status}>
                <Link
                  to="/contracts/list"
                  search={{ status }}
                  className={classes['status']}
                  data-none={count === 0 || undefined}
                >
                  {words(status)}{' '}
                  <strong>
                    <Count of={statuses} count={count} />
                  </strong>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}

/** What failed of the two, as one source: Retry asks for both again where both did. */
function bothOf(...summaries: Loaded<unknown>[]): Loaded<unknown> | undefined {
  const failed = summaries.filter(({ error }) => error)
  const retry = () => {
    for (const summary of failed) summary.retry()
  }
  return failed[0] && { ...failed[0], retry }
}

/** Every status under its category, each with how many contracts stand in it. */
export function StatusSummary(summaries: Summaries) {
  const { statuses, categories } = summaries
  const isEither = !statuses.error || !categories.error
  const failed = bothOf(categories, statuses)
  return (
    <section aria-label={t('Where contracts stand')} className={classes['section']}>
      <Title order={2}>{t('Where contracts stand')}</Title>
      {failed && <Failure text={t('Failed to load KPI data')} source={failed} />}
      {isEither && (
        <Paper component="ul" withBorder className={classes['categories']}>
          {lifecycle.map((category) => (
            <CategoryRow key={category} category={category} {...summaries} />
          ))}
        </Paper>
      )}
    </section>
  )
}

// Who comes back to the window after a while is to see today's figures.
const useFigure = <E extends Endpoint>(endpoint: E, input: CallInput<E>, enabled: boolean) =>
  useQuery({
    queryKey: endpointKey(endpoint, {}),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    refetchOnWindowFocus: true,
    enabled,
  })

const loadedOf = <T,>({ data, error, isError, isPending, refetch }: UseQueryResult<T>) => ({
  data,
  /** The answer, unless asking for a newer one has failed. */
  fresh: isError ? undefined : data,
  isError,
  isPending,
  error: error instanceof CallError ? error : null,
  retry: () => void refetch(),
})

/** What the dashboard shows, and the one that the person may not see, if any. */
export function useFigures() {
  const may = useAllowed([getKpis, summarizeContractStatuses, summarizeStatusCategories])
  const kpis = useFigure(getKpis, { body: undefined }, may === true)
  const statuses = useFigure(summarizeContractStatuses, {}, may === true)
  const categories = useFigure(summarizeStatusCategories, {}, may === true)
  const queries = [kpis, statuses, categories]
  const loaded = { kpis: loadedOf(kpis), statuses: loadedOf(statuses), categories: loadedOf(categories) }
  const refused = Object.values(loaded).find(({ error }) => error?.status === 403)
  return { ...loaded, queries, denied: may === false ? { ...loaded.kpis, error: denied } : refused }
}

/** The moment that every figure shown is good for, and the way to newer ones. */
export function FiguresMoment({ queries }: { queries: UseQueryResult[] }) {
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

/** Stands over the figures while there is nothing to add up. */
export function NoFigures() {
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
