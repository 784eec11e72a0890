import { useMergedRef } from '@mantine/hooks'
import { IconChevronRight, IconGripVertical } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { t } from '../lib/language.ts'
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
  /** How far it stands below the first row, in pixels. */
  start: number
  active: boolean
  /** Undefined where rows cannot be chosen. */
  chosen: boolean | undefined
  /** Undefined where rows cannot be moved, else what its handle is for or why it cannot be used. */
  handle: string | undefined
  canDrag: boolean
  columns: TreeColumn<T>[]
  heading: ((row: TreeRow<T>) => ReactNode) | undefined
  measure: (element: HTMLElement | null) => void
}

/** What can be pressed in a row is reached by Tab from that row only; else each row would add its stops to the page. */
function useTabStops(active: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const element of ref.current?.querySelectorAll<HTMLElement>('a, button, input, select') ?? [])
      element.tabIndex = active ? 0 : -1
  })
  return ref
}

function Fold<T>({ row: { name, expanded } }: Pick<Props<T>, 'row'>) {
  if (expanded === undefined) return <span className={classes['fold']} />
  return (
    <button
      type="button"
      data-fold
      className={classes['fold']}
      aria-label={expanded ? t('Collapse {name}', { name }) : t('Expand {name}', { name })}
    >
      <IconChevronRight size={16} aria-hidden />
    </button>
  )
}

// The grid hears of it, as of all that is done to its rows.
const heardAbove = () => undefined

function Grips<T>({ row, chosen, handle, canDrag }: Pick<Props<T>, 'row' | 'chosen' | 'handle' | 'canDrag'>) {
  return (
    <div role="gridcell" className={classes['grips']}>
      {handle !== undefined && (
        <span className={classes['handle']} draggable={canDrag} data-blocked={!canDrag || undefined} title={handle}>
          <IconGripVertical size={16} aria-hidden />
        </span>
      )}
      {chosen !== undefined && (
        <input
          type="checkbox"
          className={classes['choice']}
          aria-label={t('Select {name}', { name: row.name })}
          checked={chosen}
          onChange={heardAbove}
        />
      )}
    </div>
  )
}

function Cells<T>({
  row,
  columns,
  heading,
  hasGrips,
}: Pick<Props<T>, 'row' | 'columns' | 'heading'> & { hasGrips: boolean }) {
  const { item } = row
  if (item === null)
    return (
      <div role="gridcell" aria-colspan={columns.length + Number(hasGrips)} className={classes['heading']}>
        <Fold row={row} />
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
      {at === 0 && <Fold row={row} />}
      {show(item)}
    </div>
  ))
}

function Row<T>({ row, id, index, start, active, columns, heading, measure, ...grips }: Props<T>) {
  const ref = useMergedRef(useTabStops(active), measure)
  const { depth, level, position, siblings, expanded, item } = row
  const { chosen, handle } = grips
  const hasGrips = chosen !== undefined || handle !== undefined
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
      aria-selected={item === null ? undefined : chosen}
      aria-rowindex={index + 2}
      data-index={index}
      data-level={level ?? undefined}
      data-heading={level === null || undefined}
      className={classes['row']}
      style={{ transform: `translateY(${start}px)` }}
    >
      {hasGrips && item !== null && <Grips row={row} {...grips} />}
      <Cells row={row} columns={columns} heading={heading} hasGrips={hasGrips} />
    </div>
  )
}

/** Drawn anew only when something of it is another: scrolling draws those that come into view. */
export const TreeGridRow = memo(Row) as typeof Row

/** A row's number in the colour of its level. */
export const LevelMark = ({ children }: { children: ReactNode }) => <span className={classes['mark']}>{children}</span>
