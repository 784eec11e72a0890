import { Skeleton } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './TreeGrid.module.css'
import { TreeGridRow } from './TreeGridRow.tsx'
import type { TreeColumn, TreeRow } from './tree-row.ts'
import { useActiveRow, useTreeKeys } from './useTreeKeys.ts'
import { useTreeWindow } from './useTreeWindow.ts'

interface Props<T> {
  /** Says what the rows are, for readers of the screen. */
  caption: string
  rows: TreeRow<T>[]
  columns: TreeColumn<T>[]
  /** What stands in a heading row; its name when left out. */
  heading?: (row: TreeRow<T>) => ReactNode
  /** Nothing to show yet. */
  pending: boolean
  fetching: boolean
  onToggle: (row: TreeRow<T>) => void
  onOpen: (item: T) => void
}

function ColumnHeads<T>({ columns }: { columns: TreeColumn<T>[] }) {
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['columns']}>
        {columns.map(({ name, label, align }) => (
          <div key={name} role="columnheader" className={classes['cell']} data-align={align}>
            {label}
          </div>
        ))}
      </div>
    </div>
  )
}

/** A tree as a table, or as indented cards where there is no room for one. Only the rows in the window are drawn. */
export function TreeGrid<T>({ caption, rows, columns, heading, pending, fetching, onToggle, onOpen }: Props<T>) {
  const prefix = useId()
  const rowId = ({ id }: TreeRow<T>) => `${prefix}${id}`
  const active = useActiveRow(rows)
  const keyOf = (index: number) => rows[index]?.id ?? String(index)
  const { ref, top, virtualizer } = useTreeWindow({ count: rows.length, keyOf, keep: active.index })
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index)
  const onKeyDown = useTreeKeys(rows, active, scrollTo, rowId, { onToggle, onOpen })
  const tracks = { '--tracks': columns.map(({ width }) => width).join(' ') } as CSSProperties

  return (
    <div className={classes['frame']} style={tracks}>
      <div role="treegrid" aria-label={caption} aria-rowcount={rows.length + 1} aria-busy={fetching}>
        <ColumnHeads columns={columns} />
        <div
          ref={ref}
          role="rowgroup"
          className={classes['body']}
          data-fading={fetching || undefined}
          style={{ height: pending ? undefined : virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index]
            return (
              row && (
                <TreeGridRow
                  key={key}
                  row={row}
                  id={rowId(row)}
                  index={index}
                  active={index === active.index}
                  columns={columns}
                  heading={heading}
                  style={{ transform: `translateY(${start - top}px)` }}
                  measure={virtualizer.measureElement}
                  onToggle={() => onToggle(row)}
                  onFocus={() => active.choose({ id: row.id, index })}
                  onKeyDown={(event) => onKeyDown(event, index)}
                />
              )
            )
          })}
        </div>
      </div>
      {pending && Array.from({ length: 8 }, (_, row) => <Skeleton key={row} height={20} m="md" w="auto" aria-hidden />)}
    </div>
  )
}
