import { countGeneralTasks, filterGeneralTasks } from '@plinth/api/works/general-tasks'
import { rowsOf, type TodayCard } from '../../app/today-card.ts'
import { today as dayToday } from '../../lib/days.ts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { dueOf } from '../../ui/record/due.ts'

export const today: TodayCard = {
  title: t('General tasks'),
  to: '/general-tasks/list',
  count: countGeneralTasks,
  groups: [
    {
      title: t('Mine'),
      figures: [
        { quickFilters: ['MINE', 'OVERDUE'], isAlarm: true },
        { quickFilters: ['MINE', 'TODAY'] },
        { quickFilters: ['MINE', 'THIS_WEEK'] },
        { quickFilters: ['MINE'], label: t('All open') },
      ],
    },
    {
      title: t('Everybody’s'),
      figures: [{ quickFilters: ['OVERDUE'], isAlarm: true }],
    },
  ],
  next: {
    title: t('Mine, what is due first'),
    of: { quickFilters: ['MINE'] },
    rows: rowsOf(
      filterGeneralTasks,
      {
        body: {
          quickFilters: ['MINE'],
          sort: { field: 'dueOn', direction: 'asc' },
          pagination: { size: 5 },
        },
      },
      ({ content }) =>
        content.map(({ id, title, dueOn }) => {
          const due = dueOf({ due: dueOn }, dayToday())
          const detail = dueOn ? t('due {day}', { day: dayText(dueOn) }) : t('no day')
          return {
            id,
            to: `/general-tasks/${id}`,
            name: title,
            ...(due?.isLate ? { detail: due.text, isAlarm: true } : { detail }),
          }
        }),
    ),
    none: t('No open task is assigned to you.'),
  },
  more: { to: '/general-tasks', label: t('My day') },
}
