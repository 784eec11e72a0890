import { useMergedRef } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './TreeGrid.module.css'
import type { TreeColumn, TreeRow } from './tree-row.ts'

interface Props<T> {
  row: TreeRow<T>
  id: string
  index: number
  active: boolean
  columns: TreeColumn<T>[]
  heading: ((row: TreeRow<T>) => ReactNode) | undefined
  style: CSSProperties
  measure: (element: HTMLElement | null) => void
  onToggle: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** What can be pressed in a row is reached by Tab from that row only; else each row would add its stops to the page. */
function useTabStops(active: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const element of ref.current?.querySelectorAll<HTMLElement>('a, button') ?? [])
      element.tabIndex = active ? 0 : -1
  })
  return ref
}

function Fold<T>({ row: { name, expanded }, onToggle }: Pick<Props<T>, 'row' | 'onToggle'>) {
  if (expanded === undefined) return <span className={classes['fold']} />
  return (
    <button
      type="button"
      className={classes['fold']}
      aria-label={`${expanded ? 'Collapse' : 'Expand'} ${name}`}
      onClick={onToggle}
    >
      <IconChevronRight size={16} aria-hidden />
    </button>
  )
}

function Cells<T>({ row, columns, heading, onToggle }: Pick<Props<T>, 'row' | 'columns' | 'heading' | 'onToggle'>) {
  const { item } = row
  if (item === null)
    return (
      <div role="gridcell" aria-colspan={columns.length} className={classes['heading']}>
        <Fold row={row} onToggle={onToggle} />
        {heading?.(row) ?? row.name}
      </div>
    )
  return columns.map(({ name, align, show }, at) => (
    <div
      key={name}
      role="gridcell"
      className={classes['cell']}
      data-name={name}
      data-align={align}
      data-first={at === 0}
    >
      {at === 0 && <Fold row={row} onToggle={onToggle} />}
      {show(item)}
    </div>
  ))
}

export function TreeGridRow<T>({ row, id, index, active, columns, heading, style, measure, ...on }: Props<T>) {
  const ref = useMergedRef(useTabStops(active), measure)
  const { depth, level, position, siblings, expanded } = row
  return (
    <div
      ref={ref}
      role="row"
      id={id}
      tabIndex={active ? 0 : -1}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-rowindex={index + 2}
      data-index={index}
      data-level={level ?? undefined}
      data-heading={level === null || undefined}
      className={classes['row']}
      style={style}
      onFocus={on.onFocus}
      onKeyDown={on.onKeyDown}
    >
      <Cells row={row} columns={columns} heading={heading} onToggle={on.onToggle} />
    </div>
  )
}
