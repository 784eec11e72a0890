import { Button, Paper, Table, Text, Title } from '@mantine/core'
import type { Kpis } from '@plinth/api/tenders/dashboard'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { percent, roundPercent } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { Bars, EntryLink, StackedBar } from './Bars.tsx'
import { type Categories, type Chart, drawnOf, ofCategories, ofKpis, sumOf } from './chart-entries.ts'
import classes from './Dashboard.module.css'

interface Props {
  kpis: Kpis | undefined
  categories: Categories | undefined
}

/** Plain bars of our own: each has its name, its number and a link to the list, which a drawn chart could not have. */
export function DashboardCharts({ kpis, categories }: Props) {
  const [tables, setTables] = useState<readonly string[]>([])
  const charts = kpis && ofKpis(kpis)
  const panel = (chart: Chart) => {
    const isTable = tables.includes(chart.title)
    const toggle = () => setTables(isTable ? tables.filter((title) => title !== chart.title) : [...tables, chart.title])
    return <ChartPanel chart={chart} isTable={isTable} onToggle={toggle} />
  }
  // Keeps the two columns at about the same height.
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

/** All numbers of a chart as a table, with their total. */
function ChartTable({ chart: { title, heads, entries, text } }: { chart: Chart }) {
  const total = sumOf(entries)
  const share = (value: number) => (total === 0 ? percent(null) : roundPercent((value / total) * 100))
  return (
    <Table className={classes['table']} verticalSpacing={4} horizontalSpacing={8}>
      <caption className="spoken">{title}</caption>
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
