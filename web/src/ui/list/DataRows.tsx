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
  /** How the value is shown; without it, as it is, and a dash when empty. */
  show?: (value: Row[K], row: Row) => ReactNode
  /** Numbers and amounts stand to the right, so that their digits line up. */
  align?: 'right'
  /** Long texts go over several lines; anything else stays on one. */
  wrap?: true
  /** For what a list cannot be ordered by. */
  sortable?: false
  /** Its heading in a sheet, where that is not the label; false for what is no value of one cell. */
  exported?: string | false
}

/** One column over a field of the row. */
export type Column<Row> = { [K in FieldOf<Row>]: ColumnOf<Row, K> }[FieldOf<Row>]

/** The rows that are chosen, and how to choose others. */
export interface Selection<Row> {
  has: (row: Row) => boolean
  /** Says which row a checkbox chooses. */
  nameOf: (row: Row) => string
  toggle: (rows: Row[], isChosen: boolean) => void
}

/** What a card shows of a row, where there is no room for a table: all else is folded below it. */
export interface CardFields<Row> {
  /** What the record is called by, and leads to it. */
  called: FieldOf<Row>
  /** How it stands, one day, one figure. */
  facts: readonly FieldOf<Row>[]
}

/** How records are shown beside their list. */
export interface Opening {
  /** The record that is, '' for none. */
  opened: string
  show: (id: string) => void
  /** To the record's own page. */
  go: (id: string) => void
}

export interface Props<Row> {
  /** Says what the rows are, for readers of the screen. */
  caption: string
  list: List<Row>
  columns: Column<Row>[]
  /** Without it a card shows what the table shows first. */
  card?: CardFields<Row> | undefined
  actions?: ((row: Row) => ReactNode) | undefined
  selection?: Selection<Row> | undefined
  /** Where records are shown beside the list. */
  opening?: Opening | undefined
  /** What to do next when there is no record at all. */
  empty: ReactNode
  /** Stands beside the order of cards. */
  beside?: ReactNode
}

/** What a row shows in a column. */
export function cellOf<Row>({ field, show }: Column<Row>, row: Row): ReactNode {
  const value = row[field]
  if (show) return show(value, row)
  return value === null || value === undefined || value === '' ? dash : String(value)
}

/** How a row may be chosen: `chosen` is undefined where rows cannot be. */
interface Choice {
  chosen?: boolean
  /** Says which row its checkbox chooses. */
  choiceName?: string
}

export const choiceOf = <Row,>(row: Row, selection: Selection<Row> | undefined): Choice =>
  selection ? { chosen: selection.has(row), choiceName: selection.nameOf(row) } : {}

/** What chooses rows, told from where it happened: rows are drawn without handlers, and not anew when others are chosen. */
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

// The table hears of it.
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
