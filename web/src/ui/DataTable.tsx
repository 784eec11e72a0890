import { ActionIcon, Box, Checkbox, Group, NativeSelect, Paper, Skeleton, Stack, Table } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import type { ReactNode } from 'react'
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
      <Table.ScrollContainer
        minWidth={columns.length * 110}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={caption}
      >
        <Table className={classes['table']} highlightOnHover verticalSpacing={6} horizontalSpacing={7}>
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th className={classes['choice']}>
                  <PageCheckbox rows={list.rows} selection={selection} />
                </Table.Th>
              )}
              {columns.map((column) => (
                <SortHeader key={column.field} column={column} list={list} />
              ))}
              {actions && (
                <Table.Th className={classes['actions']}>
                  <span className={classes['hidden']}>{t('Actions')}</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody data-fading={list.fetching || undefined}>
            {list.pending && <SkeletonRows rows={list.size} columns={columns.length + others} />}
            {list.rows.map((row) => (
              <Table.Tr key={row.id} data-chosen={selection?.has(row) || undefined}>
                {selection && (
                  <Table.Td className={classes['choice']}>
                    <RowCheckbox row={row} selection={selection} />
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Cell key={column.field} column={column} row={row} />
                ))}
                {actions && <Table.Td className={classes['actions']}>{actions(row)}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = cellOf(column, row)
  const isCut = typeof content === 'string' && content.length > 30 && !column.wrap
  return (
    <Table.Td data-align={column.align} data-wrap={column.wrap} title={isCut ? content : undefined}>
      {content}
    </Table.Td>
  )
}

interface Choosing<Row> {
  selection: Selection<Row>
}

function RowCheckbox<Row>({ row, selection }: Choosing<Row> & { row: Row }) {
  return (
    <Checkbox
      size="xs"
      aria-label={t('Select {name}', { name: selection.nameOf(row) })}
      checked={selection.has(row)}
      onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
    />
  )
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
      <Table.Th scope="col" data-align={align}>
        {label}
      </Table.Th>
    )
  return (
    <Table.Th scope="col" data-align={align} aria-sort={ariaSort}>
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
    </Table.Th>
  )
}

/** Stands where rows will be, so that the page does not jump when they come. */
function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: Math.min(rows, 10) }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <Table.Td key={column}>
          <Skeleton height={14} my={5} />
        </Table.Td>
      ))}
    </Table.Tr>
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
      <Stack component="ul" aria-label={caption} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {list.pending && [0, 1, 2].map((card) => <Skeleton component="li" key={card} height={160} aria-hidden />)}
        {list.rows.map((row) => (
          <Paper key={row.id} component="li" withBorder className={classes['card']}>
            <dl>
              {columns.map((column) => (
                <div key={column.field} style={{ display: 'contents' }}>
                  <dt>{column.label}</dt>
                  <dd>{cellOf(column, row)}</dd>
                </div>
              ))}
            </dl>
            {(selection || actions) && (
              <Group justify="space-between" wrap="nowrap" data-screen-only>
                {selection && <RowCheckbox row={row} selection={selection} />}
                {actions?.(row)}
              </Group>
            )}
          </Paper>
        ))}
      </Stack>
    </div>
  )
}

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
