import { Paper, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { List } from '../lib/useList.ts'
import { CardList } from './CardList.tsx'
import { cellOf } from './cell.tsx'
import type { Column } from './column.ts'
import classes from './DataTable.module.css'
import { Empty } from './Empty.tsx'
import { SkeletonRows } from './SkeletonRows.tsx'
import { SortHeader } from './SortHeader.tsx'
import { usePhone } from './usePhone.ts'

export interface TableProps<Row> {
  /** Says what the rows are, for readers of the screen. */
  caption: string
  list: List<Row>
  columns: Column<Row>[]
  actions?: (row: Row) => ReactNode
  /** What to do next when there is no record at all. */
  empty: ReactNode
}

export function DataTable<Row extends { id: string }>(props: TableProps<Row>) {
  const phone = usePhone()
  const { list, empty } = props
  if (!list.pending && list.rows.length === 0) return <Empty filtered={list.filtered}>{empty}</Empty>
  return phone ? <CardList {...props} /> : <Grid {...props} />
}

function Grid<Row extends { id: string }>({ caption, list, columns, actions }: TableProps<Row>) {
  return (
    <Paper withBorder className={classes['surface']} aria-busy={list.fetching}>
      <Table.ScrollContainer
        minWidth={columns.length * 110}
        type="native"
        tabIndex={0}
        role="region"
        aria-label={caption}
      >
        <Table className={classes['table']} highlightOnHover verticalSpacing={6} horizontalSpacing={9}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <SortHeader key={column.field} column={column} list={list} />
              ))}
              {actions && (
                <Table.Th className={classes['actions']}>
                  <span className={classes['hidden']}>Actions</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody data-fading={list.fetching || undefined}>
            {list.pending && <SkeletonRows rows={list.size} columns={columns.length + (actions ? 1 : 0)} />}
            {list.rows.map((row) => (
              <Table.Tr key={row.id}>
                {columns.map((column) => (
                  <Table.Td key={column.field} data-align={column.align} data-wrap={column.wrap}>
                    {cellOf(column, row)}
                  </Table.Td>
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
