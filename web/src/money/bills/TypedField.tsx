import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { notANumber, parseAmount } from '@plinth/api/kernel/amounts'
import { type BillHead, typedHeads } from '@plinth/api/money/bill-engine/bill'
import { billLabels } from '@plinth/api/money/bills'
import { rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { NumericInput } from '../../ui/form/NumericInput.tsx'
import { lineLabels } from '../bill-heads/line-labels.ts'
import classes from './Bills.module.css'
import type { TypedRow } from './bill-typed.ts'

const label = translated(billLabels.typed)
const options = [
  { value: '', label: t('Choose a head') },
  ...typedHeads.map((head) => ({ value: head, label: lineLabels[head] })),
]
const headIn = (value: string) => typedHeads.find((head) => head === value) ?? null

const areRows = (value: unknown): value is TypedRow[] => Array.isArray(value)
const rowsIn = (value: unknown): TypedRow[] => (areRows(value) ? value : [])
const nameOf = (head: BillHead | null) => (head === null ? label : lineLabels[head])

const textOf = (value: unknown) =>
  rowsIn(value)
    .map(({ head, since }) => `${nameOf(head)} ${typeof since === 'number' ? rupees(since) : (since ?? '')}`)
    .join(', ')

const isWhole = ({ head, since }: TypedRow) => head !== null && typeof since === 'number'

/** Typed amounts of the bill, each with its head: a secured advance, a withheld or recovered amount. */
export function TypedField() {
  const fault = t('Each amount needs its head and its rupees')
  const field = useField('typed', label, {
    textOf,
    check: () => (rowsIn(field.value).every(isWhole) ? undefined : fault),
  })
  const rows = rowsIn(field.value)
  const { error, ref, ...input } = field.input
  const change = (at: number, more: Partial<TypedRow>) =>
    field.set(rows.map((row, nth) => (nth === at ? { ...row, ...more } : row)))
  return (
    <div className={classes['rows']} data-wide>
      {rows.map((row, at) => (
        <fieldset key={at} className={classes['row']} aria-label={t('Amount {number}', { number: at + 1 })}>
          <NativeSelect
            {...(at === 0 && { ...input, ref })}
            label={t('Head')}
            data={options}
            value={row.head ?? ''}
            error={error && row.head === null && t('Head is required')}
            onChange={({ currentTarget }) => change(at, { head: headIn(currentTarget.value) })}
          />
          <NumericInput
            label={t('Since the last bill')}
            inputMode="decimal"
            leftSection="₹"
            classNames={{ input: 'figure' }}
            value={row.since}
            read={parseAmount}
            fault={notANumber.amount}
            error={error && row.since === null && t('Since the last bill is required')}
            onChange={(since) => change(at, { since })}
          />
          <TextInput
            label={t('Note')}
            maxLength={500}
            value={row.note ?? ''}
            onChange={({ currentTarget }) => change(at, { note: currentTarget.value || null })}
          />
          <CloseButton
            iconSize={18}
            aria-label={t('Take out {name}', { name: nameOf(row.head) })}
            onClick={() => field.set(rows.filter((_, nth) => nth !== at))}
          />
        </fieldset>
      ))}
      <Button
        variant="default"
        size="xs"
        style={{ justifySelf: 'start' }}
        onClick={() => field.set([...rows, { head: null, since: null, note: null }])}
      >
        {rows.length === 0 ? t('Add an amount') : t('Add another amount')}
      </Button>
    </div>
  )
}
