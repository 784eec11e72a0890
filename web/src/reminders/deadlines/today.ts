import { countDeadlines, type DeadlineTime, deadlineModules, filterDeadlines } from '@plinth/api/reminders/deadlines'
import { recordPath } from '@plinth/api/reminders/record-path'
import { rowsOf, type TodayCard } from '../../app/today-card.ts'
import { call } from '../../lib/call.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import type { QuickCount } from '../../lib/quick-counts.ts'
import { agendaPath, searchOfTime } from './agenda-address.ts'
import { deadlineKey, deadlineText, leftText } from './deadline-words.ts'

const soon = ['OVERDUE', 'TODAY', 'THIS_WEEK'] as const satisfies readonly DeadlineTime[]

/** The name of the figure of all open deadlines, beside those of times. */
const open = 'OPEN'

/** The numbers of the user's own deadlines by time, and of all open ones. */
async function countsOf(signal: AbortSignal): Promise<QuickCount[]> {
  const { counts } = await call(countDeadlines, { body: {} }, { signal })
  const all = counts.filter(({ time }) => time !== 'WAIVED').reduce((sum, { count }) => sum + count, 0)
  return [...counts.map(({ time, count }) => ({ time, count })), { time: open, count: all }].map(({ time, count }) => ({
    quickFilter: time,
    count,
    amount: null,
  }))
}

export const today: TodayCard = {
  title: t('Due'),
  to: agendaPath,
  isWide: true,
  count: countDeadlines,
  modules: deadlineModules,
  counts: {
    queryKey: ['today', ...endpointKey(countDeadlines, {})],
    queryFn: ({ signal }) => countsOf(signal),
  },
  searchOf: ({ quickFilters: [name] }) => {
    const time = soon.find((known) => known === name)
    return time ? searchOfTime(time) : {}
  },
  groups: [
    {
      figures: [
        { quickFilters: ['OVERDUE'], isAlarm: true },
        { quickFilters: ['TODAY'] },
        { quickFilters: ['THIS_WEEK'] },
        { quickFilters: [open], label: t('All open') },
      ],
    },
  ],
  next: {
    title: t('To be done next'),
    of: { quickFilters: [open] },
    most: 3,
    rows: rowsOf(filterDeadlines, { body: { pagination: { size: 3 } } }, ({ content }) =>
      content.map((deadline) => {
        const { text, isLate } = leftText(deadline)
        return {
          id: deadlineKey(deadline),
          to: recordPath(deadline),
          name: deadlineText(deadline),
          detail: text,
          isAlarm: isLate,
        }
      }),
    ),
    none: t('Nothing of what is due is yours.'),
  },
}
