import { Table } from '@mantine/core'
import type { BillHead, Figure } from '@plinth/api/money/bill-engine/bill'
import type { ResolvedTerms } from '@plinth/api/money/resolved-terms'
import type { ReactNode } from 'react'
import { dash, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import table from '../../ui/list/FigureTable.module.css'
import { useWholeTable } from '../../ui/list/useWholeTable.tsx'
import classes from './Heads.module.css'
import { lineLabels } from './line-labels.ts'
import { type Figures, type HeadRow, headRows, isFilled, shortOf } from './memorandum-rows.ts'
import { WhyLine } from './WhyLine.tsx'
import { exceptionTexts, sourceOf } from './why-words.ts'

interface Props {
  claimed: Figures
  passed?: Figures | null
  why: Pick<ResolvedTerms, 'terms' | 'sources' | 'place'>
  /** The inputs at each head while a memorandum is typed; then only amounts since the last bill are shown beside them. */
  entry?: { label: string; of: (head: BillHead) => ReactNode }
}

interface Row {
  claimed: Figure | undefined
  passed: Figure | undefined
  isDeducted?: boolean
}

interface Column {
  label: string
  /** Shown on demand on a phone. */
  isFurther?: boolean
  amount: (row: Row) => string | undefined
}

const columnsOf = {
  claimed: [
    { label: t('Up to date'), isFurther: true, amount: ({ claimed }) => claimed?.upto },
    { label: t('Previous'), isFurther: true, amount: ({ claimed }) => claimed?.previous },
    { label: t('Since'), amount: ({ claimed }) => claimed?.since },
  ],
  passed: [
    { label: t('Up to date, claimed'), isFurther: true, amount: ({ claimed }) => claimed?.upto },
    { label: t('Up to date, passed'), isFurther: true, amount: ({ passed }) => passed?.upto },
    { label: t('Previous'), isFurther: true, amount: ({ claimed, passed }) => (claimed ?? passed)?.previous },
    { label: t('Since, claimed'), amount: ({ claimed }) => claimed?.since },
    { label: t('Since, passed'), amount: ({ passed }) => passed?.since },
    { label: t('Passed short by'), amount: (row) => shortOf(row.claimed, row.passed, row.isDeducted) },
  ],
  entered: [
    { label: t('Claimed'), amount: ({ claimed }) => claimed?.since },
    { label: t('Passed'), amount: ({ passed }) => passed?.since },
  ],
} satisfies Record<string, Column[]>

/** The memorandum of payment: every head upto, previous and since, claimed beside passed, with its reasons. */
export function Memorandum({ claimed, passed, why, entry }: Props) {
  const { toggle, props } = useWholeTable()
  const columns: Column[] = columnsOf[entry ? 'entered' : passed ? 'passed' : 'claimed']
  const { invoice, rest } = headRows(claimed, passed)
  const pair = (name: 'work' | 'variation' | 'invoice' | 'net') => ({ claimed: claimed[name], passed: passed?.[name] })
  const hasVariation = isFilled(claimed.variation) || (passed != null && isFilled(passed.variation))
  const plain = { columns, ...(entry && { entry: null }) }
  const lines = (rows: HeadRow[]) =>
    rows.map((row) => <Line key={row.head} row={row} why={why} columns={columns} entry={entry} />)
  return (
    <div className={table['frame']} data-wide-paper>
      {!entry && toggle}
      <Table
        {...props}
        className={`${table['figures']} ${classes['memorandum']}`}
        verticalSpacing={4}
        horizontalSpacing={8}
      >
        <caption className="spoken">{t('Memorandum of payment')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Head')}</Table.Th>
            {columns.map(({ label }) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
            {entry && <Table.Th scope="col">{entry.label}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hasVariation && (
            <>
              <Amounts row={pair('work')} {...plain}>
                {t('Work done')}
              </Amounts>
              <Amounts row={pair('variation')} {...plain}>
                {t('Price variation')}
              </Amounts>
            </>
          )}
          {lines(invoice)}
          <Amounts row={pair('invoice')} isSum {...plain}>
            {t('Invoice')}
          </Amounts>
          {lines(rest)}
          <Amounts row={pair('net')} isSum {...plain}>
            {t('Net payable')}
          </Amounts>
        </Table.Tbody>
      </Table>
      {why.sources.map(
        ({ head, exception }) =>
          exception && (
            <p key={head} className={`hint ${classes['note']}`} data-screen-only>
              {words(head)}: {exceptionTexts[exception]}
            </p>
          ),
      )}
    </div>
  )
}

interface LineProps extends Pick<Props, 'why'> {
  entry: Props['entry'] | undefined
  row: HeadRow
  columns: Column[]
}

function Line({ row, why, columns, entry }: LineProps) {
  const { head, isDeducted, passed } = row
  const line = passed ?? row.claimed
  const label = lineLabels[head]
  const source = sourceOf(head, why.sources)
  return (
    <Amounts row={row} columns={columns} {...(entry && { entry: { ...entry, cell: entry.of(head) } })}>
      {isDeducted ? t('Less: {head}', { head: label }) : label}
      {passed?.replaced && !entry && (
        <div className={classes['replaced']}>{t('By the memorandum: {note}', { note: passed.replaced })}</div>
      )}
      {source && line && line.percent !== null && (
        <WhyLine line={line} source={source} place={why.place} capPercent={why.terms?.retention?.capPercent} />
      )}
    </Amounts>
  )
}

interface AmountsProps {
  row: Row
  columns: Column[]
  isSum?: boolean
  /** Null if a table with this column has no input here. */
  entry?: { label: string; cell: ReactNode } | null
  children: ReactNode
}

function Amounts({ row, columns, isSum = false, entry, children }: AmountsProps) {
  return (
    <Table.Tr data-sum={isSum || undefined}>
      <Table.Th scope="row">{children}</Table.Th>
      {columns.map(({ label, isFurther, amount }) => {
        const text = amount(row)
        return (
          <Table.Td
            key={label}
            data-label={label}
            data-further={isFurther || undefined}
            data-none={Number(text ?? 0) === 0 || undefined}
          >
            {text === undefined ? dash : rupees(Number(text))}
          </Table.Td>
        )
      })}
      {entry === null && <Table.Td data-empty />}
      {entry && (
        <Table.Td data-label={entry.label} data-entry>
          {entry.cell}
        </Table.Td>
      )}
    </Table.Tr>
  )
}
