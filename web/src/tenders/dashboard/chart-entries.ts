import { depositFigureLabels } from '@plinth/api/deposits/deposits'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { inRupees, sumInPaise } from '@plinth/api/kernel/paise'
import { contractFigureLabels, type StatusCategory, statusesOfCategory } from '@plinth/api/tenders/contracts'
import type { Kpis, summarizeStatusCategories } from '@plinth/api/tenders/dashboard'
import { decimal, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { lifecycle } from './StatusSummary.tsx'

export interface Entry {
  key: string
  label: string
  value: number
  /** The list behind the entry; an entry that combines several has none. */
  way?: { to: string; search: Record<string, string> }
  category?: StatusCategory
}

export interface Chart {
  title: string
  /** The column headers of the table: the names and the numbers. */
  heads: [string, string]
  entries: Entry[]
  text: (value: number) => string
  /** One divided bar, for a whole with few parts. */
  isStacked?: true
}

const largest = 7

export const sumOf = (entries: Entry[]) => inRupees(sumInPaise(entries.map(({ value }) => value)))

/**
 * The entries that are drawn: statuses without contracts are left out, and of more than eight types the smallest are
 * combined.
 */
export function drawnOf(entries: Entry[]): Entry[] {
  if (entries.some(({ category }) => category)) return entries.filter(({ value }) => value > 0)
  if (entries.length <= largest + 1) return entries
  const sorted = entries.toSorted((a, b) => b.value - a.value)
  const rest = sorted.slice(largest)
  return [
    ...sorted.slice(0, largest),
    { key: 'Others', label: t('Others ({count} types)', { count: rest.length }), value: sumOf(rest) },
  ]
}

const typeEntries = (summed: Kpis['deposit_by_type'], to: string, figure: string): Entry[] =>
  summed.map(({ key, value }) => ({
    key,
    label: key || t('Without a type'),
    value,
    way: { to, search: { figure, ...(key !== '' && { figureKey: key }) } },
  }))

const statusEntries = (counts: Kpis['contract_count_by_status']): Entry[] =>
  lifecycle.flatMap((category) =>
    statusesOfCategory[category].map((status) => ({
      key: status,
      label: words(status),
      value: counts.find(({ key }) => key === status)?.value ?? 0,
      way: { to: '/contracts/list', search: { status } },
      category,
    })),
  )

export const ofKpis = (kpis: Kpis): Record<'statuses' | 'deposits' | 'paperCost', Chart> => ({
  statuses: {
    title: t('Contracts by status'),
    heads: [t('Status'), t('Contracts')],
    entries: statusEntries(kpis.contract_count_by_status),
    text: decimal,
  },
  deposits: {
    title: translated(depositFigureLabels.deposit_by_type),
    heads: [t('Deposit type'), t('Amount')],
    entries: typeEntries(kpis.deposit_by_type, '/contracts/deposit-register', 'deposit_by_type'),
    text: rupees,
  },
  paperCost: {
    title: translated(contractFigureLabels.paper_cost_by_contract_type),
    heads: [t('Contract type'), t('Paper cost')],
    entries: typeEntries(kpis.paper_cost_by_contract_type, '/contracts/list', 'paper_cost_by_contract_type'),
    text: rupees,
  },
})

export const ofCategories = (counts: Categories): Chart => ({
  title: t('Contracts by category'),
  heads: [t('Category'), t('Contracts')],
  entries: lifecycle.map((category) => ({
    key: category,
    label: translated(category),
    value: counts.find(({ statusCategory }) => statusCategory === category)?.totalCount ?? 0,
    way: { to: '/contracts/list', search: { statusCategory: category } },
    category,
  })),
  text: decimal,
  isStacked: true,
})

export type Categories = Answer<typeof summarizeStatusCategories>
