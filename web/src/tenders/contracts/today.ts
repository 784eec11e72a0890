import { countContracts, filterContracts } from '@plinth/api/tenders/contracts'
import { rowsOf, type TodayCard } from '../../app/today-card.ts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

export const today: TodayCard = {
  title: t('Tenders'),
  to: '/contracts/list',
  count: countContracts,
  groups: [
    {
      figures: [
        { quickFilters: ['CLOSING_THIS_WEEK'] },
        { quickFilters: ['CLOSING_WITHIN_14_DAYS'] },
        { quickFilters: ['CLOSED_WITHOUT_A_BID'], isAlarm: true },
        { quickFilters: ['AWAITING_RESULT'] },
        { quickFilters: ['SECURITY_TO_LODGE'] },
      ],
    },
  ],
  next: {
    title: t('Closing next'),
    of: { quickFilters: ['CLOSING_WITHIN_14_DAYS'] },
    rows: rowsOf(
      filterContracts,
      {
        body: {
          quickFilters: ['CLOSING_WITHIN_14_DAYS'],
          sort: { field: 'closingDate', direction: 'asc' },
          pagination: { size: 5 },
        },
      },
      (answer) =>
        answer.content.map(({ id, contractName, closingDate }) => ({
          id,
          to: `/contracts/${id}`,
          name: contractName,
          detail: dayText(closingDate),
        })),
    ),
    none: t('No tender closes within 14 days.'),
  },
}
