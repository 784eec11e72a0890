import { Button, Paper, Table, Text, Title } from '@mantine/core'
import { contractFigureLabels, type StatusCategory, statusesOfCategory } from '@plinth/api/contracts'
import type { Kpis, summarizeStatusCategories } from '@plinth/api/dashboard'
import { depositFigureLabels } from '@plinth/api/deposits'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { decimal, percent, roundPercent, rupees, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import classes from './Dashboard.module.css'
import { lifecycle } from './StatusSummary.tsx'

interface Entry {
  key: string
  label: string
  value: number
  /** The list that adds up to it; what stands for several entries has none. */
  way?: { to: string; search: Record<string, string> }
  category?: StatusCategory
}

interface Chart {
  title: string
  /** What a row of the table names, and what it counts. */
  heads: [string, string]
  entries: Entry[]
  text: (value: number) => string
  /** One bar, divided, where the parts of a whole are few. */
  isStacked?: true
}

const largest = 7

/** Amounts carry two decimals: added up as whole paise, so that nothing is lost. */
const sumOf = (entries: Entry[]) => entries.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100

/** Statuses that no contract has are left out. Of more than eight types the largest are drawn, and the rest together. */
function drawnOf(entries: Entry[]): Entry[] {
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

const ofKpis = (kpis: Kpis): Record<'statuses' | 'deposits' | 'paperCost', Chart> => ({
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

const ofCategories = (counts: Categories): Chart => ({
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

type Categories = Answer<typeof summarizeStatusCategories>

interface Props {
  kpis: Kpis | undefined
  categories: Categories | undefined
}

/** Plain bars of our own: each carries its name, its number and its way to the list, which a drawn chart could not. */
export function DashboardCharts({ kpis, categories }: Props) {
  const [tables, setTables] = useState<readonly string[]>([])
  const charts = kpis && ofKpis(kpis)
  const panel = (chart: Chart) => {
    const isTable = tables.includes(chart.title)
    const toggle = () => setTables(isTable ? tables.filter((title) => title !== chart.title) : [...tables, chart.title])
    return <ChartPanel chart={chart} isTable={isTable} onToggle={toggle} />
  }
  // So that the two columns end at about the same height.
  const isLong = charts !== undefined && drawnOf(charts.statuses.entries).length > 9
  return (
    <>
      <div className={classes['stack']}>
        {charts && panel(charts.statuses)}
        {charts && !isLong && panel(charts.paperCost)}
      </div>
      <div className={classes['stack']}>
        {categories && panel(ofCategories(categories))}
        {charts && panel(charts.deposits)}
        {charts && isLong && panel(charts.paperCost)}
      </div>
    </>
  )
}

function ChartPanel({ chart, isTable, onToggle }: { chart: Chart; isTable: boolean; onToggle: () => void }) {
  const { title, entries, isStacked } = chart
  const Icon = isTable ? IconChartBar : IconTable
  const action = isTable ? t('Show as chart') : t('Show as table')
  const isEmpty = entries.every(({ value }) => value === 0)
  return (
    <Paper component="section" withBorder aria-label={title} className={classes['panel']}>
      <div className={classes['panelHead']}>
        <Title order={3}>{title}</Title>
        {!isEmpty && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon size={16} aria-hidden />}
            aria-label={`${action}: ${title}`}
            onClick={onToggle}
          >
            {action}
          </Button>
        )}
      </div>
      {isEmpty ? (
        <Text c="dimmed">{t('Nothing to show yet.')}</Text>
      ) : isTable ? (
        <ChartTable chart={chart} />
      ) : isStacked ? (
        <StackedBar chart={chart} />
      ) : (
        <Bars chart={chart} />
      )}
    </Paper>
  )
}

function EntryLink({ way, kind, children }: { way: Entry['way']; kind: 'link' | 'barText'; children: ReactNode }) {
  if (!way) return <span className={classes[kind]}>{children}</span>
  return (
    <Link {...way} className={classes[kind]}>
      {children}
    </Link>
  )
}

/** The numbers of a chart, all of them, with what they add up to. */
function ChartTable({ chart: { title, heads, entries, text } }: { chart: Chart }) {
  const total = sumOf(entries)
  const share = (value: number) => (total === 0 ? percent(null) : roundPercent((value / total) * 100))
  return (
    <Table className={classes['table']} verticalSpacing={4} horizontalSpacing={8}>
      <caption className={classes['hidden']}>{title}</caption>
      <Table.Thead>
        <Table.Tr>
          {[...heads, t('Share')].map((head) => (
            <Table.Th key={head} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.key}>
            <Table.Th scope="row">
              <EntryLink way={entry.way} kind="link">
                {entry.label}
              </EntryLink>
            </Table.Th>
            <Table.Td>{text(entry.value)}</Table.Td>
            <Table.Td>{share(entry.value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('Total')}</Table.Th>
          <Table.Td>{text(total)}</Table.Td>
          <Table.Td />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}

/** Bars side by side with their names and numbers; to a reader of the screen one picture, and a list of links. */
function Bars({ chart: { title, entries, text } }: { chart: Chart }) {
  const drawn = drawnOf(entries)
  const most = drawn.reduce((a, b) => (b.value > a.value ? b : a))
  const longest = { count: drawn.length, label: most.label, value: text(most.value) }
  const categories = [...new Set(drawn.map(({ category }) => category))]
  const rows = categories.flatMap((category) => [
    ...(category ? [{ heading: category }] : []),
    ...drawn.filter((entry) => entry.category === category),
  ])
  return (
    <div className={classes['bars']}>
      <div
        role="img"
        aria-label={t('Bar chart, {title}: the longest of {count} bars is {label}, {value}', { title, ...longest })}
        className={classes['plot']}
        style={{ gridRow: `1 / span ${rows.length}` }}
      >
        {rows.map(
          (row, at) =>
            'value' in row && (
              <span
                key={row.key}
                className={classes['bar']}
                data-category={row.category}
                style={{ gridRow: at + 1, width: `${(100 * row.value) / most.value}%` }}
              />
            ),
        )}
      </div>
      <ul className={classes['rows']}>
        {rows.map((row, at) =>
          'value' in row ? (
            <li key={row.key} className={classes['row']} style={{ gridRow: at + 1 }}>
              <EntryLink way={row.way} kind="barText">
                <span className={classes['barLabel']}>{row.label}</span>{' '}
                <span className={classes['barValue']}>{text(row.value)}</span>
              </EntryLink>
            </li>
          ) : (
            <li key={row.heading} className={classes['heading']} style={{ gridRow: at + 1 }}>
              {translated(row.heading)}
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

/** The parts of a whole in one bar, above what each of them is. */
function StackedBar({ chart: { title, entries, text } }: { chart: Chart }) {
  const total = sumOf(entries)
  const parts = entries.map(({ label, value }) => `${label} ${text(value)}`).join(', ')
  return (
    <>
      <div role="img" aria-label={t('Stacked bar, {title}: {parts}', { title, parts })} className={classes['stacked']}>
        {entries
          .filter(({ value }) => value > 0)
          .map(({ key, value, category }) => (
            <span key={key} data-category={category} style={{ flexGrow: value }} />
          ))}
      </div>
      <ul className={classes['legend']}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryLink way={entry.way} kind="barText">
              <span className={classes['barLabel']}>
                <span className={classes['swatch']} data-category={entry.category} aria-hidden />
                {entry.label}
              </span>{' '}
              <span className={classes['barValue']}>
                {text(entry.value)} ({roundPercent((entry.value / total) * 100)})
              </span>
            </EntryLink>
          </li>
        ))}
      </ul>
    </>
  )
}
