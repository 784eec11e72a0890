import { ActionIcon, Box, Checkbox, Group, NativeSelect, Paper, Skeleton } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { memo, type ReactNode, type SyntheticEvent } from 'react'
import { dash } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import type { List } from '../lib/useList.ts'
import classes from './DataTable.module.css'
import { Empty, usePhone } from './Screen.tsx'

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

interface Props<Row> {
  /** Says what the rows are, for readers of the screen. */
  caption: string
  list: List<Row>
  columns: Column<Row>[]
  actions?: ((row: Row) => ReactNode) | undefined
  selection?: Selection<Row> | undefined
  /** What to do next when there is no record at all. */
  empty: ReactNode
}

export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const phone = usePhone()
  const { list, empty } = props
  if (!list.pending && list.rows.length === 0) return <Empty filtered={list.filtered}>{empty}</Empty>
  return phone ? <CardList {...props} /> : <Grid {...props} />
}

/** What a row shows in a column. */
function cellOf<Row>({ field, show }: Column<Row>, row: Row): ReactNode {
  const value = row[field]
  if (show) return show(value, row)
  return value === null || value === undefined || value === '' ? dash : String(value)
}

function Grid<Row extends { id: string }>({ caption, list, columns, actions, selection }: Props<Row>) {
  const others = (actions ? 1 : 0) + (selection ? 1 : 0)
  return (
    <Paper withBorder className={classes['surface']} aria-busy={list.fetching}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div className={classes['scroller']} tabIndex={0} role="region" aria-label={caption}>
        <div style={{ minWidth: columns.length * 110 }}>
          <table className={classes['table']}>
            <thead>
              <tr>
                {selection && (
                  <th className={classes['choice']}>
                    <PageCheckbox rows={list.rows} selection={selection} />
                  </th>
                )}
                {columns.map((column) => (
                  <SortHeader key={column.field} column={column} list={list} />
                ))}
                {actions && (
                  <th className={classes['actions']}>
                    <span className={classes['hidden']}>{t('Actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody data-fading={list.fetching || undefined} {...choosingOf(list.rows, selection)}>
              {list.pending && <SkeletonRows rows={list.size} columns={columns.length + others} />}
              {list.rows.map((row) => (
                <GridRow key={row.id} {...{ row, columns, actions }} {...choiceOf(row, selection)} />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Paper>
  )
}

/** How a row may be chosen: `chosen` is undefined where rows cannot be. */
interface Choice {
  chosen?: boolean
  /** Says which row its checkbox chooses. */
  choiceName?: string
}

const choiceOf = <Row,>(row: Row, selection: Selection<Row> | undefined): Choice =>
  selection ? { chosen: selection.has(row), choiceName: selection.nameOf(row) } : {}

/** What chooses rows, told from where it happened: rows are drawn without handlers, and not anew when others are chosen. */
function choosingOf<Row extends { id: string }>(rows: Row[], selection: Selection<Row> | undefined) {
  return {
    onChange({ target }: SyntheticEvent) {
      if (!(target instanceof HTMLInputElement)) return
      const row = rows.find(({ id }) => id === target.dataset['choice'])
      if (row) selection?.toggle([row], target.checked)
    },
  }
}

interface RowProps<Row> extends Choice, Pick<Props<Row>, 'columns' | 'actions'> {
  row: Row
}

function PlainGridRow<Row extends { id: string }>({ row, columns, actions, ...choice }: RowProps<Row>) {
  return (
    <tr data-chosen={choice.chosen || undefined}>
      {choice.chosen !== undefined && (
        <td className={classes['choice']}>
          <RowCheckbox id={row.id} {...choice} />
        </td>
      )}
      {columns.map((column) => {
        const content = cellOf(column, row)
        const isCut = typeof content === 'string' && content.length > 30 && !column.wrap
        return (
          <td key={column.field} data-align={column.align} data-wrap={column.wrap} title={isCut ? content : undefined}>
            {content}
          </td>
        )
      })}
      {actions && <td className={classes['actions']}>{actions(row)}</td>}
    </tr>
  )
}

/** Drawn anew only when something of it is another, not when others are waited for. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow

// The table hears of it.
const handledAbove = () => undefined

function RowCheckbox({ id, chosen = false, choiceName = '' }: Choice & { id: string }) {
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

function PageCheckbox<Row>({ rows, label, selection }: Choosing<Row> & { rows: Row[]; label?: string }) {
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

/** A header that sorts: ascending first, then the other way round. */
function SortHeader<Row>({ column, list: { sort, sortBy } }: { column: Column<Row>; list: List<Row> }) {
  const { field, label, align, sortable } = column
  const direction = sort?.field === field ? sort.direction : null
  const ariaSort = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
  if (sortable === false)
    return (
      <th scope="col" data-align={align}>
        {label}
      </th>
    )
  return (
    <th scope="col" data-align={align} aria-sort={ariaSort}>
      <button
        type="button"
        className={classes['sort']}
        data-sorted={direction ?? undefined}
        onClick={() => sortBy(field)}
      >
        {label}
        <span className={classes['arrow']} aria-hidden>
          {direction === 'asc' ? '▲' : direction === 'desc' ? '▼' : ''}
        </span>
      </button>
    </th>
  )
}

/** Stands where rows will be, so that the page does not jump when they come. */
function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: Math.min(rows, 10) }, (_, row) => (
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={14} my={5} />
        </td>
      ))}
    </tr>
  ))
}

/** The rows of a table on a phone: one card each. */
function CardList<Row extends { id: string }>({ caption, list, columns, actions, selection }: Props<Row>) {
  return (
    <div aria-busy={list.fetching}>
      <CardSort list={list} columns={columns} />
      {selection && (
        <Box mb="xs" px="0.75rem" data-screen-only>
          <PageCheckbox rows={list.rows} label={t('Select all on this page')} selection={selection} />
        </Box>
      )}
      <ul aria-label={caption} className={classes['cards']} {...choosingOf(list.rows, selection)}>
        {list.pending && [0, 1, 2].map((card) => <Skeleton component="li" key={card} height={160} aria-hidden />)}
        {list.rows.map((row) => (
          <Card key={row.id} {...{ row, columns, actions }} {...choiceOf(row, selection)} />
        ))}
      </ul>
    </div>
  )
}

function PlainCard<Row extends { id: string }>({ row, columns, actions, ...choice }: RowProps<Row>) {
  return (
    <li className={classes['card']}>
      <dl>
        {columns.map((column) => (
          <div key={column.field}>
            <dt>{column.label}</dt>
            <dd>{cellOf(column, row)}</dd>
          </div>
        ))}
      </dl>
      {(choice.chosen !== undefined || actions) && (
        <div className={classes['foot']} data-screen-only>
          {choice.chosen !== undefined && <RowCheckbox id={row.id} {...choice} />}
          {actions?.(row)}
        </div>
      )}
    </li>
  )
}

const Card = memo(PlainCard) as typeof PlainCard

function CardSort<Row>({ list: { sort, sortBy }, columns }: Pick<Props<Row>, 'list' | 'columns'>) {
  const choices = columns
    .filter(({ sortable }) => sortable !== false)
    .map(({ field, label }) => ({ value: field, label }))
  const known = choices.some(({ value }) => value === sort?.field)
  return (
    <Group gap="xs" align="flex-end" mb="sm" wrap="nowrap" data-screen-only>
      <NativeSelect
        label={t('Sort by')}
        flex={1}
        data={known ? choices : [{ value: '', label: t('As listed') }, ...choices]}
        value={known ? sort?.field : ''}
        onChange={(event) => event.currentTarget.value && sortBy(event.currentTarget.value)}
      />
      {known && sort && (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={sort.direction === 'asc' ? t('Ascending; turn round') : t('Descending; turn round')}
          onClick={() => sortBy(sort.field)}
        >
          {sort.direction === 'asc' ? <IconSortAscending size={18} /> : <IconSortDescending size={18} />}
        </ActionIcon>
      )}
    </Group>
  )
}
