import { countProjects, filterProjects } from '@plinth/api/works/projects'
import { rowsOf, type TodayCard } from '../../app/today-card.ts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

export const today: TodayCard = {
  title: t('Projects'),
  to: '/projects',
  count: countProjects,
  groups: [
    {
      figures: [
        { quickFilters: ['OPEN'] },
        { quickFilters: ['LATE'], isAlarm: true },
        { quickFilters: ['OVER_COST'], isAlarm: true },
      ],
    },
  ],
  next: {
    title: t('Late'),
    of: { quickFilters: ['LATE'] },
    rows: rowsOf(filterProjects, { body: { quickFilters: ['LATE'] } }, (answer) =>
      answer.slice(0, 5).map(({ id, projectName, givenEndDate, rollup }) => ({
        id,
        to: `/projects/${id}`,
        name: projectName,
        detail: t('due {day}', { day: dayText(givenEndDate ?? rollup?.givenEndDate) }),
        isAlarm: true,
      })),
    ),
    none: t('No project is late.'),
  },
}
