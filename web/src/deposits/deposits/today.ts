import { countDeposits, filterDeposits } from '@plinth/api/deposits/deposits'
import { noDepartment } from '@plinth/api/tenders/contracts'
import { summarizeDepartments } from '@plinth/api/tenders/dashboard'
import { rowsOf, type TodayCard } from '../../app/today-card.ts'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'

const mostShares = 5

export const today: TodayCard = {
  title: t('Deposits'),
  to: '/contracts/deposit-register',
  count: countDeposits,
  headline: { quickFilters: ['HELD'], label: t('Held now') },
  more: { to: '/contracts/money', label: t('Money with departments') },
  groups: [
    {
      figures: [
        { quickFilters: ['RUNNING'] },
        { quickFilters: ['DUE_BACK'] },
        { quickFilters: ['ASKED_FOR'] },
        { quickFilters: ['IN_DISPUTE'] },
      ],
    },
    {
      title: t('Due back since'),
      figures: [
        { quickFilters: ['DUE_BACK_UP_TO_30_DAYS'], label: t('Up to 30 days') },
        { quickFilters: ['DUE_BACK_31_TO_90_DAYS'], label: t('31 to 90 days') },
        { quickFilters: ['DUE_BACK_OVER_90_DAYS'], label: t('Over 90 days'), isAlarm: true },
      ],
    },
    {
      title: t('Besides'),
      figures: [
        { quickFilters: ['OVERDUE'], isAlarm: true },
        { quickFilters: ['ASKED_FOR_OVER_30_DAYS_AGO'], label: t('Silent over 30 days'), isAlarm: true },
        { quickFilters: ['FORFEITED'] },
        { quickFilters: ['RETURNED_WITHOUT_A_DAY'] },
        { quickFilters: ['WITHOUT_INSTRUMENT'] },
      ],
    },
  ],
  shares: {
    title: t('Due back by department'),
    of: { quickFilters: ['DUE_BACK'] },
    rows: rowsOf(summarizeDepartments, {}, (departments) =>
      departments
        .filter(({ dueBack }) => dueBack.count > 0)
        .toSorted((one, other) => other.dueBack.amount - one.dueBack.amount)
        .slice(0, mostShares)
        .map(({ department, dueBack, dueBackOver90Days }) => ({
          id: department ?? noDepartment,
          to: '/contracts/deposit-register',
          search: { quickFilters: ['DUE_BACK'], department: [department ?? noDepartment] },
          name: department ?? t('No department'),
          detail: rupees(dueBack.amount),
          isAlarm: dueBackOver90Days.count > 0,
        })),
    ),
    none: t('Nothing is due back.'),
  },
  next: {
    title: t('Largest due back'),
    of: { quickFilters: ['DUE_BACK'] },
    rows: rowsOf(
      filterDeposits,
      { body: { quickFilters: ['DUE_BACK'], sort: { field: 'amount', direction: 'desc' }, pagination: { size: 5 } } },
      (answer) =>
        answer.content.map(({ id, contractId, contractName, depositType, amount }) => ({
          id,
          to: `/contracts/${contractId}/security-deposit/${id}`,
          name: `${depositType} · ${contractName}`,
          detail: rupees(amount),
        })),
    ),
    none: t('Nothing is due back.'),
  },
}
