import { Table } from '@mantine/core'
import type { List } from '../lib/useList.ts'
import type { Column } from './column.ts'
import classes from './DataTable.module.css'

interface Props<Row> {
  column: Column<Row>
  list: Pick<List<Row>, 'sort' | 'sortBy'>
}

/** A header that sorts: ascending first, then the other way round. */
export function SortHeader<Row>({ column: { field, label, align, sortable }, list: { sort, sortBy } }: Props<Row>) {
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
