import { Skeleton } from '@mantine/core'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import classes from './TreeGrid.module.css'
import { type TreeColumn, TreeGridRow, type TreeRow } from './TreeGridRow.tsx'
import { useActiveRow, useTreeKeys } from './useTreeKeys.ts'

/** How far the element stands from the top of the page, followed as what is above it grows and shrinks. */
function useOffsetTop() {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => ref.current && setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  return { ref, top }
}

interface Options {
  count: number
  keyOf: (index: number) => string
  /** The row that has the focus stays in the page wherever it is scrolled to. */
  keep: number
}

const underHeaders = 100

/** The part of a long list that the window shows. */
function useTreeWindow({ count, keyOf, keep }: Options) {
  const { ref, top } = useOffsetTop()
  // oxlint-disable-next-line react/incompatible-library -- speaks of React's compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => 52,
    overscan: 8,
    scrollMargin: top,
    scrollPaddingStart: underHeaders,
    scrollPaddingEnd: 16,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return keep >= count || shown.includes(keep) ? shown : [...shown, keep].sort((a, b) => a - b)
    },
  })
  return { ref, top, virtualizer }
}

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
