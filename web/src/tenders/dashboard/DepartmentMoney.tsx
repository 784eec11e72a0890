import { Anchor, Paper, Skeleton, Table, Text, Title } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { inRupees, sumInPaise } from '@plinth/api/kernel/paise'
import { noDepartment } from '@plinth/api/tenders/contracts'
import type { DepartmentMoney as Money, summarizeDepartments } from '@plinth/api/tenders/dashboard'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dash, decimal, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Loaded } from '../../lib/useRecord.ts'
import amounts from '../../ui/list/Amounts.module.css'
import { Failure } from '../../ui/shell/Screen.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './DepartmentMoney.module.css'

type Sum = Pick<Money, 'held' | 'dueBack' | 'dueBackOver90Days'>
const parts = ['held', 'dueBack', 'dueBackOver90Days'] as const
type Part = (typeof parts)[number]

const heads: Record<Part, string> = { held: t('Held'), dueBack: t('Due back'), dueBackOver90Days: t('Over 90 days') }
const filterOf: Record<Part, string> = {
  held: 'HELD',
  dueBack: 'DUE_BACK',
  dueBackOver90Days: 'DUE_BACK_OVER_90_DAYS',
}

/** The number of departments shown at first: those that hold most money. */
const shownAtFirst = 8

const sumOf = (rows: readonly Money[]): Sum => {
  const of = (part: Part) => ({
    count: rows.reduce((sum, row) => sum + row[part].count, 0),
    amount: inRupees(sumInPaise(rows.map((row) => row[part].amount))),
  })
  return { held: of('held'), dueBack: of('dueBack'), dueBackOver90Days: of('dueBackOver90Days') }
}

/** An amount that links to exactly the deposits it sums up. */
function Amount({ sum, part, department }: { sum: Sum; part: Part; department?: string }) {
  const { count, amount } = sum[part]
  if (count === 0) return <span className="quiet">{dash}</span>
  return (
    <Link
      to="/contracts/deposit-register"
      search={{ quickFilters: [filterOf[part]], ...(department && { department: [department] }) }}
      className="link"
    >
      {rupees(amount)}
    </Link>
  )
}

function Row({ name, sum, department }: { name: string; sum: Sum; department?: string }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td data-side>{decimal(sum.held.count)}</Table.Td>
      {parts.map((part) => (
        <Table.Td key={part} data-side={part !== 'held' || undefined}>
          <Amount sum={sum} part={part} {...(department && { department })} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

function Rows({ departments }: { departments: readonly Money[] }) {
  const [isWhole, showAll] = useState(false)
  const shown = isWhole ? departments : departments.slice(0, shownAtFirst)
  return (
    <Paper withBorder className={classes['money']}>
      <Table className={amounts['amounts']} verticalSpacing={4} horizontalSpacing={12}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Department')}</Table.Th>
            <Table.Th scope="col" data-side>
              {t('Deposits')}
            </Table.Th>
            {parts.map((part) => (
              <Table.Th key={part} scope="col" data-side={part !== 'held' || undefined}>
                {heads[part]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <Row
              key={row.department ?? noDepartment}
              name={row.department ?? t('No department')}
              sum={row}
              department={row.department ?? noDepartment}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Row name={t('All departments')} sum={sumOf(departments)} />
        </Table.Tfoot>
      </Table>
      <ShowMore left={departments.length - shown.length} m="xs" onClick={() => showAll(true)} />
    </Paper>
  )
}

/** The deposits held by each department, and what of them is due back. */
export function DepartmentMoney({ departments }: { departments: Loaded<Answer<typeof summarizeDepartments>> }) {
  const title = t('What lies with each department')
  const { data, error } = departments
  return (
    <section aria-label={title} aria-busy={data === undefined && !error} style={{ marginBottom: '1.5rem' }}>
      <Title order={2}>{title}</Title>
      <Text size="xs" c="dimmed">
        {t('Held is what was paid, is not back and is not forfeited.')}{' '}
        <Anchor component={Link} to="/contracts/money" inherit underline="always">
          {t('What is overdue, and who is after it')}
        </Anchor>
      </Text>
      {error ? (
        <Failure text={t('Failed to load KPI data')} source={departments} />
      ) : data === undefined ? (
        <Skeleton height={300} mt="xs" />
      ) : data.length === 0 ? (
        <Text c="dimmed">{t('No money lies with any department.')}</Text>
      ) : (
        <Rows departments={data} />
      )}
    </section>
  )
}
