import { ActionIcon, Group, NativeSelect, Paper, Skeleton, Stack } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { cellOf } from './cell.tsx'
import type { Column } from './column.ts'
import classes from './DataTable.module.css'
import type { TableProps } from './DataTable.tsx'

function CardSort<Row>({ list, columns }: Pick<TableProps<Row>, 'list' | 'columns'>) {
  const { sort, sortBy } = list
  const choices = columns
    .filter(({ sortable }) => sortable !== false)
    .map(({ field, label }) => ({ value: field, label }))
  const known = choices.some(({ value }) => value === sort?.field)
  return (
    <Group gap="xs" align="flex-end" mb="sm" wrap="nowrap">
      <NativeSelect
        label="Sort by"
        flex={1}
        data={known ? choices : [{ value: '', label: 'As listed' }, ...choices]}
        value={known ? sort?.field : ''}
        onChange={(event) => event.currentTarget.value && sortBy(event.currentTarget.value)}
      />
      {known && sort && (
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={sort.direction === 'asc' ? 'Ascending; turn round' : 'Descending; turn round'}
          onClick={() => sortBy(sort.field)}
        >
          {sort.direction === 'asc' ? <IconSortAscending size={18} /> : <IconSortDescending size={18} />}
        </ActionIcon>
      )}
    </Group>
  )
}

function Card<Row>({ row, columns, actions }: { row: Row; columns: Column<Row>[] } & Pick<TableProps<Row>, 'actions'>) {
  return (
    <Paper component="li" withBorder className={classes['card']}>
      <dl>
        {columns.map((column) => (
          <div key={column.field} style={{ display: 'contents' }}>
            <dt>{column.label}</dt>
            <dd>{cellOf(column, row)}</dd>
          </div>
        ))}
      </dl>
      {actions?.(row)}
    </Paper>
  )
}

/** The rows of a table on a phone: one card each. */
export function CardList<Row extends { id: string }>({ caption, list, columns, actions }: TableProps<Row>) {
  return (
    <div aria-busy={list.fetching}>
      <CardSort list={list} columns={columns} />
      <Stack component="ul" aria-label={caption} gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {list.pending && [0, 1, 2].map((card) => <Skeleton component="li" key={card} height={160} aria-hidden />)}
        {list.rows.map((row) => (
          <Card key={row.id} row={row} columns={columns} {...(actions && { actions })} />
        ))}
      </Stack>
    </div>
  )
}
