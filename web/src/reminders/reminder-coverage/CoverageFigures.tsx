import { Alert, Skeleton, Text } from '@mantine/core'
import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Coverage } from '@plinth/api/reminders/reminder-coverage'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { today } from '../../lib/days.ts'
import { counted, dayText, decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import tileClasses from '../../ui/list/Tiles.module.css'
import { kindText } from '../deadlines/deadline-words.ts'
import classes from './Coverage.module.css'
import { coveragePath, type Shown, searchOf } from './coverage-address.ts'
import { countedIn, lostKinds, sumText } from './coverage-words.ts'

interface Tile {
  label: string
  shown: Shown
  search: Search
  value: (sums: Coverage) => number
  note?: (sums: Coverage) => string
  isAlarm?: boolean
}

const undatedIn = ({ undated }: Coverage) => undated.reduce((sum, { count }) => sum + count, 0)

const tiles: readonly Tile[] = [
  { label: t('Told to nobody'), shown: 'gaps', search: {}, value: ({ gaps }) => gaps, isAlarm: true },
  {
    label: t('Told'),
    shown: 'told',
    search: searchOf(['COVERED']),
    value: ({ covered }) => covered,
    note: ({ inAppOnly }) => t('{count} in the app only', { count: decimal(inAppOnly) }),
  },
  { label: t('Waived'), shown: 'waived', search: searchOf(['WAIVED']), value: ({ waived }) => waived },
  {
    label: t('All duties'),
    shown: 'kinds',
    search: { view: 'kinds' },
    value: ({ total }) => total,
    note: ({ kinds }) => t('by kind: {kinds}', { kinds: counted(kinds.length, 'kind') }),
  },
  {
    label: t('Without a day'),
    shown: 'undated',
    search: { view: 'undated' },
    value: undatedIn,
    note: () => t('no duty can come of it'),
  },
]

/** The kinds whose two counts differ, which is a fault of the product that users cannot repair. */
function Lost({ kinds }: Pick<Coverage, 'kinds'>) {
  const lost = lostKinds(kinds)
  if (lost.length === 0) return null
  return (
    <Alert
      color="red"
      variant="outline"
      mt="sm"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('Plinth lost duties of this kind: tell whoever runs the installation')}
    >
      <ul>
        {lost.map(({ kind, total, counted: count }) => (
          <li key={kind}>
            {kindText(kind)}:{' '}
            {t('{total} read, {counted} in the records', { total: decimal(total), counted: decimal(count) })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Whether the daily check of yesterday has not ended. */
const isCheckOverdue = ({ checkedOn }: Coverage) => checkedOn !== null && checkedOn < daysAfter(today(), -1)

/** Shows that the figures add up, the independent count from the records, and when the daily check ended. */
function Proof({ sums }: { sums: Coverage }) {
  const { total, covered, gaps, waived, kinds, checkedOn } = sums
  const figures = { total: decimal(total), covered: decimal(covered), gaps: decimal(gaps), waived: decimal(waived) }
  const count = countedIn(kinds)
  return (
    <>
      {t('{total} duties = {covered} told + {gaps} told to nobody + {waived} waived', figures)}
      {'; '}
      {count === total
        ? t('as many are counted straight from the records')
        : t('{count} are counted straight from the records', { count: decimal(count) })}
      {checkedOn !== null && (
        <>
          {'; '}
          {isCheckOverdue(sums)
            ? t('the daily check has not ended since {day}', { day: dayText(checkedOn) })
            : t('checked on {day}', { day: dayText(checkedOn) })}
        </>
      )}
    </>
  )
}

/** The numbers of covered deadlines, gaps and others, each with a link to its list, and the check of their sum. */
export function CoverageFigures({ sums, shown }: { sums: Coverage | undefined; shown: Shown | undefined }) {
  const isFaulty = sums !== undefined && (lostKinds(sums.kinds).length > 0 || isCheckOverdue(sums))
  const isAmiss = isFaulty || (sums !== undefined && sums.gaps > 0)
  const Icon = isAmiss ? IconAlertTriangle : IconCircleCheck
  return (
    <section aria-label={t('In all')} aria-busy={sums === undefined}>
      <p className={classes['sum']} role="status" data-alarm={isAmiss || undefined}>
        {sums && <Icon size={22} aria-hidden />}
        {sums ? sumText(sums) : <Skeleton height="1em" width="20rem" />}
      </p>
      <ul className={`${tileClasses['tiles']} ${classes['tiles']}`}>
        {tiles.map(({ label, shown: own, search, value, note, isAlarm }) => (
          <li
            key={own}
            data-current={own === shown || undefined}
            data-alarm={(isAlarm && sums && value(sums) > 0) || undefined}
          >
            <Link
              to={coveragePath}
              search={search}
              activeOptions={{ exact: true, includeSearch: true }}
              className={`cover ${tileClasses['label']}`}
              aria-current={own === shown || undefined}
              resetScroll={false}
            >
              {label}
            </Link>
            <span className={`${tileClasses['value']} ${classes['value']}`}>
              {sums ? decimal(value(sums)) : <Skeleton height="1em" width="60%" />}
            </span>
            {note && <span className="hint tabular">{sums ? note(sums) : '…'}</span>}
          </li>
        ))}
      </ul>
      <Text size="xs" c={isFaulty ? 'var(--mantine-color-error)' : 'dimmed'} mt="xs" mih="1.55em" className="tabular">
        {sums && <Proof sums={sums} />}
      </Text>
      {sums && <Lost kinds={sums.kinds} />}
    </section>
  )
}
