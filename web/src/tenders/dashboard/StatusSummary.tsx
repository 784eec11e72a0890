import { Paper, Skeleton, Title } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { type StatusCategory, statusesOfCategory } from '@plinth/api/tenders/contracts'
import type { summarizeContractStatuses, summarizeStatusCategories } from '@plinth/api/tenders/dashboard'
import { Link } from '@tanstack/react-router'
import { dash, decimal, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import type { Loaded } from '../../lib/useRecord.ts'
import { Swatch, type Tone } from '../../ui/record/Parts.tsx'
import { Failure } from '../../ui/shell/Screen.tsx'
import classes from './Dashboard.module.css'

/** The categories in the order in which a contract goes through them. */
export const lifecycle = ['Pre-Project', 'Active', 'Closed', 'Dispute', 'Others'] as const satisfies StatusCategory[]

const categoryTones: Record<StatusCategory, Tone> = {
  'Pre-Project': 'moved',
  Active: 'done',
  Closed: 'closed',
  Dispute: 'lost',
  Others: 'other',
}

/** The tone of a category; undefined for entries without one. */
export const toneOf = (category: StatusCategory | undefined) => category && categoryTones[category]

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
      <Link to="/contracts/list" search={{ statusCategory: category }} className={`link ${classes['categoryLink']}`}>
        <Swatch tone={toneOf(category)} size="0.875rem" />
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
                  className={`link ${classes['status']}`}
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

/** The failed summaries as one source, so that Retry fetches all of them again. */
function bothOf(...summaries: Loaded<unknown>[]): Loaded<unknown> | undefined {
  const failed = summaries.filter(({ error }) => error)
  const retry = () => {
    for (const summary of failed) summary.retry()
  }
  return failed[0] && { ...failed[0], retry }
}

/** Every status under its category, with the number of contracts. */
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
