import { Checkbox } from '@mantine/core'
import { type ReactNode, type SyntheticEvent } from 'react'
import { dash } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { List } from '../../lib/useList.ts'
import classes from './DataTable.module.css'

type FieldOf<Row> = keyof Row & string

interface ColumnOf<Row, K extends FieldOf<Row>> {
  field: K
  label: string
  /** Formats the value; by default the value itself, or a dash when empty. */
  show?: (value: Row[K], row: Row) => ReactNode
  /** Numbers and amounts are right-aligned, so that their digits line up. */
  align?: 'right'
  /** Long texts wrap; anything else stays on one line. */
  wrap?: true
  /** False if the list cannot be sorted by the column. */
  sortable?: false
  /** The heading in a sheet, if it differs from the label; false if the column is not exported. */
  exported?: string | false
}

/** A column over a field of the row. */
export type Column<Row> = { [K in FieldOf<Row>]: ColumnOf<Row, K> }[FieldOf<Row>]

/** The selected rows, and how to select others. */
export interface Selection<Row> {
  has: (row: Row) => boolean
  /** Names the row of a checkbox. */
  nameOf: (row: Row) => string
  toggle: (rows: Row[], isChosen: boolean) => void
}

/** The columns that a card shows of a row on a narrow screen; the others are folded. */
export interface CardFields<Row> {
  /** The column of the record's name, which links to it. */
  called: FieldOf<Row>
  /** The status, a day, a figure. */
  facts: readonly FieldOf<Row>[]
}

/** How records open beside their list. */
export interface Opening {
  /** The id of the open record; '' for none. */
  opened: string
  show: (id: string) => void
  /** Goes to the record's own page. */
  go: (id: string) => void
}

export interface Props<Row> {
  /** Names the rows for screen readers. */
  caption: string
  list: List<Row>
  columns: Column<Row>[]
  /** By default a card shows the first columns of the table. */
  card?: CardFields<Row> | undefined
  actions?: ((row: Row) => ReactNode) | undefined
  selection?: Selection<Row> | undefined
  /** How records open beside the list, if they do. */
  opening?: Opening | undefined
  /** Shown when there is no record at all. */
  empty: ReactNode
  /** Shown beside the sort order of cards. */
  beside?: ReactNode
}

/** The content of a cell. */
export function cellOf<Row>({ field, show }: Column<Row>, row: Row): ReactNode {
  const value = row[field]
  if (show) return show(value, row)
  return value === null || value === undefined || value === '' ? dash : String(value)
}

/** The checkbox of a row; `chosen` is undefined if rows cannot be selected. */
interface Choice {
  chosen?: boolean
  /** Names the row of the checkbox. */
  choiceName?: string
}

export const choiceOf = <Row,>(row: Row, selection: Selection<Row> | undefined): Choice =>
  selection ? { chosen: selection.has(row), choiceName: selection.nameOf(row) } : {}

/** One delegated change handler for all checkboxes: rows have no handlers, so that they are not redrawn when others are selected. */
export function choosingOf<Row extends { id: string }>(rows: Row[], selection: Selection<Row> | undefined) {
  return {
    onChange({ target }: SyntheticEvent) {
      if (!(target instanceof HTMLInputElement)) return
      const row = rows.find(({ id }) => id === target.dataset['choice'])
      if (row) selection?.toggle([row], target.checked)
    },
  }
}

export interface RowProps<Row> extends Choice, Pick<Props<Row>, 'columns' | 'actions'> {
  row: Row
}

// React requires a handler; the table's own handles the event.
const handledAbove = () => undefined

export function RowCheckbox({ id, chosen = false, choiceName = '' }: Choice & { id: string }) {
  return (
    <input
      type="checkbox"
      className={classes['box']}
      data-choice={id}
      aria-label={t('Select {name}', { name: choiceName })}
      checked={chosen}
      onChange={handledAbove}
    />
  )
}

interface Choosing<Row> {
  selection: Selection<Row>
}

export function PageCheckbox<Row>({ rows, label, selection }: Choosing<Row> & { rows: Row[]; label?: string }) {
  const chosen = rows.filter(selection.has).length
  const isWhole = chosen > 0 && chosen === rows.length
  return (
    <Checkbox
      size="xs"
      {...(label ? { label } : { 'aria-label': t('Select all on this page') })}
      disabled={rows.length === 0}
      checked={isWhole}
      indeterminate={chosen > 0 && !isWhole}
      onChange={() => selection.toggle(rows, !isWhole)}
    />
  )
}
