import { Table } from '@mantine/core'
import type { BillLine, BillTerms, Figure } from '@plinth/api/bill-engine/bill'
import { asPrevious, computeBill } from '@plinth/api/bill-engine/compute'
import { invoiceHeads } from '@plinth/api/bill-engine/heads'
import type { ResolvedTerms } from '@plinth/api/bill-heads'
import { decimal, round, textOf } from '@plinth/api/kernel/decimal'
import type { ReactNode } from 'react'
import { rupees, words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import table from '../ui/FigureTable.module.css'
import classes from './Heads.module.css'
import { WhyLine } from './WhyLine.tsx'
import { exceptionTexts, lineLabels, sourceOf } from './why-words.ts'

interface Props {
  resolved: ResolvedTerms
  terms: BillTerms
  /** Rupees since the beginning, with the tender percentage; `previous` up to the last bill. */
  upto: number
  previous: number
}

const onInvoice: readonly string[] = invoiceHeads
const columns = [
  ['upto', t('Up to date')],
  ['previous', t('Previous')],
  ['since', t('Since')],
] as const

/** The bill of this work after one of the previous work, both by the same terms. */
function tried({ terms, upto, previous }: Omit<Props, 'resolved'>) {
  const of = (amount: number) => ({
    work: { source: 'TYPED' as const, upto: textOf(round(decimal(amount), 2)) },
    variationUpto: '0.00',
    typed: [],
  })
  const last = computeBill({ terms: { ...terms, isFinal: false }, ...of(previous), previous: null })
  return computeBill({ terms, ...of(upto), previous: asPrevious(last) })
}

/** The memorandum of payment: every head up to date, previously and since, and why. */
export function Memorandum({ resolved, ...bill }: Props) {
  const { lines, invoice, net } = tried(bill)
  const { sources } = resolved
  const [added, taken] = [true, false].map((isAdded) =>
    lines
      .filter(({ head }) => onInvoice.includes(head) === isAdded)
      .map((line) => <Line key={line.head} line={line} resolved={resolved} isTaken={!isAdded} />),
  )
  return (
    <div className={table['frame']}>
      <Table className={`${table['figures']} ${classes['memorandum']}`} verticalSpacing={4} horizontalSpacing={8}>
        <caption className={table['hidden']}>{t('Memorandum of payment')}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Head')}</Table.Th>
            {columns.map(([column, label]) => (
              <Table.Th key={column} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {added}
          <Row figure={invoice} isSum>
            {t('Invoice')}
          </Row>
          {taken}
          <Row figure={net} isSum>
            {t('Net payable')}
          </Row>
        </Table.Tbody>
      </Table>
      {sources.map(
        ({ head, exception }) =>
          exception && (
            <p key={head} className={classes['note']}>
              {words(head)}: {exceptionTexts[exception]}
            </p>
          ),
      )}
      {bill.terms.incomeTaxTds?.year && (
        <p className={classes['note']}>{t('Income-tax TDS is computed as on the first bill of the tax year.')}</p>
      )}
    </div>
  )
}

function Line({ line, resolved, isTaken }: { line: BillLine; resolved: ResolvedTerms; isTaken: boolean }) {
  const { head } = line
  const { place, terms, sources } = resolved
  const label = lineLabels[head]
  const source = sourceOf(head, sources)
  return (
    <Row figure={line}>
      {isTaken ? t('Less: {head}', { head: label }) : label}
      {source && <WhyLine line={line} source={source} place={place} capPercent={terms?.retention?.capPercent} />}
    </Row>
  )
}

function Row({ figure, isSum, children }: { figure: Figure; isSum?: true; children: ReactNode }) {
  return (
    <Table.Tr data-sum={isSum}>
      <Table.Th scope="row">{children}</Table.Th>
      {columns.map(([column, label]) => (
        <Table.Td key={column} data-label={label}>
          {rupees(Number(figure[column]))}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
