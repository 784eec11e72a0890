import { useMergedRef } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './TreeGrid.module.css'

/** One visible row of a tree, in the order of the screen. */
export interface TreeRow<T> {
  id: string
  parentId: string | null
  /** What the row is called, for readers of the screen. */
  name: string
  /** Nesting as it is told to readers of the screen, from 0. */
  depth: number
  /** Nesting as it is indented and coloured, from 0; null for a heading over the rows below it. */
  level: number | null
  /** Place among the siblings, from 1, and how many they are. */
  position: number
  siblings: number
  /** Undefined for a row with nothing below it. */
  expanded: boolean | undefined
  /** Null for a heading. */
  item: T | null
}

/** A column of a tree. The first one carries the indentation and the button that folds. */
export interface TreeColumn<T> {
  name: string
  label: string
  /** A track of a CSS grid. */
  width: string
  align?: 'right'
  /** Null for nothing to show: a dash in the table, no room at all on a phone. */
  show: (item: T) => ReactNode
}

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

/** A row's number in the colour of its level. */
export const LevelMark = ({ children }: { children: ReactNode }) => <span className={classes['mark']}>{children}</span>
