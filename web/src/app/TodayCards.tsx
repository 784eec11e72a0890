import { Skeleton } from '@mantine/core'
import { createUser } from '@plinth/api/access/users'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { isAllowed, type SessionUser } from '@plinth/api/kernel/permissions'
import { countContracts, createContract } from '@plinth/api/tenders/contracts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { decimal, rupees, words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { type QuickCount, quickCounts } from '../lib/quick-counts.ts'
import { useUser } from '../lib/session.ts'
import { bySlice } from './by-slice.ts'
import classes from './TodayCards.module.css'
import type { TodayCard, TodayFigure, TodayNext } from './today-card.ts'

const collected = bySlice(import.meta.glob<TodayCard>('../*/*/today.ts', { eager: true, import: 'today' }))

/**
 * The order of the cards after the deadlines: tenders first for users who only enter tenders, deposits first for other users of contracts,
 * tasks first for users on site.
 */
function orderFor({ permissions }: SessionUser): string[] {
  const may = ({ allow }: Pick<Endpoint, 'allow'>) => isAllowed(allow, permissions)
  if (!may(countContracts)) return ['tasks', 'projects']
  const entersTenders = may(createContract) && !may(createUser)
  return entersTenders ? ['contracts', 'projects', 'deposits', 'tasks'] : ['deposits', 'contracts', 'projects', 'tasks']
}

const seesAny = ({ permissions }: SessionUser, modules: TodayCard['modules']) =>
  !modules || isAllowed({ module: modules, can: 'canView' }, permissions)

/** The cards of all slices that the user may see. */
const cardsFor = (user: SessionUser): TodayCard[] =>
  [...new Set(['deadlines', ...orderFor(user), ...Object.keys(collected)])]
    .flatMap((name) => collected[name] ?? [])
    .filter(({ count, modules }) => isAllowed(count.allow, user.permissions) && seesAny(user, modules))

/** The search that a figure is counted within: all of its quick filters except the last, which names the figure. */
const within = ({ quickFilters }: TodayFigure) => quickFilters.slice(0, -1)

const namesOf = (names: readonly string[]) => names.join()

const countsOf = ({ counts, count }: TodayCard, names: string) =>
  counts ?? quickCounts(count, names ? { quickFilters: names.split(',') } : {})

/** The counts of all figures of all cards. */
function useDay(cards: readonly TodayCard[]) {
  const asked = cards.flatMap((card) => {
    const all = [...(card.headline ? [card.headline] : []), ...card.groups.flatMap(({ figures }) => figures)]
    return [...new Set(all.map((figure) => namesOf(within(figure))))].map((names) => ({ card, names }))
  })
  const answers = useQueries({
    queries: asked.map(({ card, names }) => countsOf(card, names)),
  })
  const shares = useQueries({ queries: cards.flatMap((card) => card.shares?.rows ?? []) })
  const answersFor = (card: TodayCard) => answers.filter((_, at) => asked[at]?.card === card)
  return {
    isPending: [...answers, ...shares].some(({ isPending }) => isPending),
    hasFailed: (card: TodayCard) => answersFor(card).some(({ isError }) => isError),
    retry: (card: TodayCard) => answersFor(card).forEach(({ refetch }) => void refetch()),
    countOf: (card: TodayCard, figure: TodayFigure): QuickCount | undefined => {
      const at = asked.findIndex((one) => one.card === card && one.names === namesOf(within(figure)))
      return answers[at]?.data?.find(({ quickFilter }) => quickFilter === figure.quickFilters.at(-1))
    },
  }
}
type Day = ReturnType<typeof useDay>

const nameOf = ({ label, quickFilters }: TodayFigure) => label ?? words(quickFilters.at(-1))

const linkOf = ({ to, searchOf }: TodayCard, figure: TodayFigure) => ({
  to,
  search: searchOf?.(figure) ?? { quickFilters: [...figure.quickFilters] },
})

interface FigureProps {
  link: ReturnType<typeof linkOf>
  figure: TodayFigure
  counted: QuickCount | undefined
}

function Figure({ link, figure, counted, hasAmounts }: FigureProps & { hasAmounts: boolean }) {
  const { count, amount } = counted ?? { count: null, amount: null }
  const isAlarm = figure.isAlarm === true && count !== null && count > 0
  return (
    <li>
      <Link
        {...link}
        className={classes['figure']}
        data-none={count === 0 || undefined}
        data-alarm={isAlarm || undefined}
      >
        <span>
          {isAlarm && <IconAlertTriangle size={14} aria-hidden />}
          {nameOf(figure)}
        </span>
        <b>{decimal(count)}</b>
        {hasAmounts && amount !== null && <em>{amount === 0 ? '' : rupees(amount)}</em>}
      </Link>
    </li>
  )
}

const Headline = ({ link, figure, counted }: FigureProps) => (
  <Link {...link} className={classes['headline']}>
    <span>{nameOf(figure)}</span>
    <b>{rupees(counted?.amount)}</b>
  </Link>
)

/** The first figures of a card with a headline add up to it: each is drawn as long as its share. */
function Bar({ amounts }: { amounts: readonly number[] }) {
  return (
    <div className={classes['shares']} aria-hidden>
      {amounts.map((amount, at) => (
        <span key={at} style={{ flexGrow: amount, display: amount === 0 ? 'none' : undefined }} />
      ))}
    </div>
  )
}

const mostRows = 5

/** Reserves the height of the rows from the start, so that the content below does not move. */
function Next({ next, count }: { next: TodayNext; count: number }) {
  const { data, error } = useQuery({ ...next.rows, enabled: count > 0 })
  return (
    <section aria-label={next.title} className={classes['next']}>
      <h3>{next.title}</h3>
      <ul>
        {data?.map(({ id, to, search, name, detail, isAlarm }) => (
          <li key={id}>
            <Link to={to} {...(search && { search })} title={name}>
              {name}
            </Link>
            <span data-alarm={isAlarm || undefined}>{detail}</span>
          </li>
        ))}
        {count > 0 &&
          !data &&
          !error &&
          Array.from({ length: Math.min(count, next.most ?? mostRows) }, (_, row) => (
            <li key={row}>
              <Skeleton height={12} />
            </li>
          ))}
        {count === 0 && <li className="quiet">{next.none}</li>}
        {error && <li className="quiet">{t('Could not be fetched.')}</li>}
      </ul>
    </section>
  )
}

function Card({ card, day }: { card: TodayCard; day: Day }) {
  const { title, to, headline, groups, next, shares, more, isWide } = card
  const parts = headline ? groups[0]?.figures.map((figure) => day.countOf(card, figure)?.amount ?? 0) : undefined
  return (
    <section className={classes['card']} aria-label={title} data-wide={isWide || undefined}>
      <h2>
        <Link to={to}>{title}</Link>
      </h2>
      {more && (
        <Link to={more.to} className={classes['more']}>
          {more.label}
        </Link>
      )}
      {day.hasFailed(card) && (
        <p role="alert" className={classes['failed']}>
          {t('Could not be fetched.')}{' '}
          <button type="button" onClick={() => day.retry(card)}>
            {t('Try again')}
          </button>
        </p>
      )}
      {headline && <Headline link={linkOf(card, headline)} figure={headline} counted={day.countOf(card, headline)} />}
      {parts && <Bar amounts={parts} />}
      {groups.map((group, at) => (
        <div
          key={group.title ?? ''}
          className={parts && at === 0 ? `${classes['group']} ${classes['shared']}` : classes['group']}
        >
          {group.title && <h3>{group.title}</h3>}
          <ul>
            {group.figures.map((figure) => (
              <Figure
                key={nameOf(figure)}
                link={linkOf(card, figure)}
                figure={figure}
                counted={day.countOf(card, figure)}
                hasAmounts={headline !== undefined}
              />
            ))}
          </ul>
        </div>
      ))}
      {shares && <Next next={shares} count={day.countOf(card, shares.of)?.count ?? 0} />}
      {next && <Next next={next} count={day.countOf(card, next.of)?.count ?? 0} />}
    </section>
  )
}

/** The user's cards for today, by their permissions: each figure links to exactly the records that it counts. */
export function TodayCards() {
  const user = useUser()
  const cards = useMemo(() => (user ? cardsFor(user) : []), [user])
  const day = useDay(cards)
  if (cards.length === 0) return null
  if (day.isPending) return <div data-waiting style={{ height: '28rem' }} />
  return (
    <div className={classes['cards']} data-few={cards.filter(({ isWide }) => !isWide).length < 4 || undefined}>
      {cards.map((card) => (
        <Card key={card.to} card={card} day={day} />
      ))}
    </div>
  )
}
