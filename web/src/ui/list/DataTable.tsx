import { Paper, Skeleton } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import { t } from '../../lib/language.ts'
import type { List } from '../../lib/useList.ts'
import { Empty, useCards } from '../shell/Screen.tsx'
import { CardList } from './CardList.tsx'
import {
  type Column,
  cellOf,
  choiceOf,
  choosingOf,
  PageCheckbox,
  type Props,
  RowCheckbox,
  type RowProps,
} from './DataRows.tsx'
import classes from './DataTable.module.css'
import { useRowOpening } from './useRowOpening.ts'

export function DataTable<Row extends { id: string }>(props: Props<Row>) {
  const areCards = useCards()
  const { list, empty } = props
  if (!list.pending && list.rows.length === 0) return <Empty filtered={list.filtered}>{empty}</Empty>
  return areCards ? <CardList {...props} /> : <Grid {...props} />
}

/** The number of cells of a row. */
export const widthOf = <Row,>({ columns, actions, selection }: Pick<Props<Row>, 'columns' | 'actions' | 'selection'>) =>
  columns.length + (actions ? 1 : 0) + (selection ? 1 : 0)

/** A longer table scrolls in itself, under its head. */
const mostOnScreen = 15

function Grid<Row extends { id: string }>(props: Props<Row>) {
  const { list, selection, opening } = props
  const { active, handlers } = useRowOpening(list.rows, opening)
  return (
    <GridFrame {...props}>
      <tbody data-fading={list.fetching || undefined} {...choosingOf(list.rows, selection)} {...handlers}>
        {list.pending && <SkeletonRows rows={list.size} columns={widthOf(props)} />}
        <GridRows {...props} rows={list.rows} active={active} />
      </tbody>
    </GridFrame>
  )
}

interface RowsProps<Row> extends Omit<Props<Row>, 'caption' | 'list' | 'empty'> {
  rows: Row[]
  /** The id of the row in the tab order, if rows can be opened. */
  active: string | undefined
}

export const GridRows = <Row extends { id: string }>({
  rows,
  columns,
  actions,
  selection,
  opening,
  active,
}: RowsProps<Row>) =>
  rows.map((row) => (
    <GridRow
      key={row.id}
      {...{ row, columns, actions }}
      {...choiceOf(row, selection)}
      {...(opening && { isOpen: row.id === opening.opened, isActive: row.id === active })}
    />
  ))

type FrameProps<Row> = Omit<Props<Row>, 'empty'> & { children: ReactNode }

/** The table around its rows: a scroll container, and a head that sorts. */
export function GridFrame<Row extends { id: string }>({
  caption,
  list,
  columns,
  actions,
  selection,
  children,
}: FrameProps<Row>) {
  return (
    <Paper withBorder className={classes['surface']} aria-busy={list.fetching}>
      <div
        className={classes['scroller']}
        data-long={list.rows.length > mostOnScreen || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={caption}
      >
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
                    <span className="spoken">{t('Actions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            {children}
          </table>
        </div>
      </div>
    </Paper>
  )
}

/** Of the rows that can be opened, one is in the tab order. */
interface Openable {
  isOpen?: boolean
  isActive?: boolean
}

function PlainGridRow<Row extends { id: string }>(props: RowProps<Row> & Openable) {
  const { row, columns, actions, isOpen, isActive, ...choice } = props
  const openable = isActive === undefined ? {} : { 'data-row': row.id, tabIndex: isActive ? 0 : -1 }
  return (
    <tr data-chosen={choice.chosen || undefined} aria-current={isOpen || undefined} {...openable}>
      {choice.chosen !== undefined && (
        <td className={classes['choice']} data-apart>
          <RowCheckbox id={row.id} {...choice} />
        </td>
      )}
      {columns.map((column) => {
        const content = cellOf(column, row)
        const text = typeof content === 'string' ? content : row[column.field]
        const isCut = typeof text === 'string' && text.length > 30 && (!column.wrap || text !== content)
        return (
          <td key={column.field} data-align={column.align} data-wrap={column.wrap} title={isCut ? text : undefined}>
            {content}
          </td>
        )
      })}
      {actions && (
        <td className={classes['actions']} data-apart>
          {actions(row)}
        </td>
      )}
    </tr>
  )
}

/** Redrawn only when its own props change, not while other rows load. */
const GridRow = memo(PlainGridRow) as typeof PlainGridRow

/** A header that sorts: ascending first, then descending. */
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

/** Placeholders for rows, so that the page does not jump when they arrive. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
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
