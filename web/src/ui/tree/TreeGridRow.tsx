import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { t } from '../../lib/language.ts'
import classes from './TreeGrid.module.css'

/** One visible row of a tree, in the order of the screen. */
export interface TreeRow<T> {
  id: string
  parentId: string | null
  /** The row's name for screen readers. */
  name: string
  /** The depth for screen readers, from 0. */
  depth: number
  /** The depth for indentation and colour, from 0; null for a heading over the rows below it. */
  level: number | null
  /** The position among the siblings, from 1, and their number. */
  position: number
  siblings: number
  /** Undefined for a row without children. */
  expanded: boolean | undefined
  /** Null for a heading. */
  item: T | null
}

/** A column of a tree. The first one has the indentation and the fold button. */
export interface TreeColumn<T> {
  name: string
  label: string
  /** A track of a CSS grid. */
  width: string
  align?: 'right'
  /** Not printed. */
  screenOnly?: true
  /** Null for no content: a dash in the table, nothing on a phone. */
  show: (item: T) => ReactNode
}

interface Props<T> {
  row: TreeRow<T>
  id: string
  index: number
  /** The distance below the first row, in pixels. */
  start: number
  active: boolean
  /** Undefined if rows cannot be selected. */
  chosen: boolean | undefined
  /** Undefined if rows cannot be moved, else the handle's title or why it cannot be used. */
  handle: string | undefined
  canDrag: boolean
  columns: TreeColumn<T>[]
  heading: ((row: TreeRow<T>) => ReactNode) | undefined
  measure: (element: HTMLElement | null) => void
}

// Single paths, and no components, because hundreds of them are drawn.
const chevron = (
  <svg width={16} height={16} viewBox="0 0 24 24" className={classes['icon']} aria-hidden>
    <path d="M9 6l6 6l-6 6" />
  </svg>
)
const grip = (
  <svg width={16} height={16} viewBox="0 0 24 24" className={classes['icon']} aria-hidden>
    <path d="M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01" />
  </svg>
)

/** For the element of a row. Only the active row has its buttons in the tab order; otherwise each row would add its stops to the page. */
function useElement(active: boolean, measure: Props<unknown>['measure']) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const element of ref.current?.querySelectorAll<HTMLElement>('a, button, input, select') ?? [])
      element.tabIndex = active ? 0 : -1
  })
  return useCallback(
    (element: HTMLDivElement | null) => {
      ref.current = element
      // Removed rows are reported to the grid once, not by each.
      if (element) measure(element)
    },
    [measure],
  )
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
      {chevron}
    </button>
  )
}

// React requires a handler; the grid's own handles the event.
const handledAbove = () => undefined

function Grips<T>({ row, chosen, handle, canDrag }: Pick<Props<T>, 'row' | 'chosen' | 'handle' | 'canDrag'>) {
  return (
    <div role="gridcell" className={classes['grips']}>
      {handle !== undefined && (
        // Screen-reader users move the row by the keyboard or by its button.
        <span
          aria-hidden
          className={classes['handle']}
          draggable={canDrag}
          data-blocked={!canDrag || undefined}
          title={handle}
        >
          {grip}
        </span>
      )}
      {chosen !== undefined && (
        <input
          type="checkbox"
          className={classes['choice']}
          aria-label={t('Select {name}', { name: row.name })}
          checked={chosen}
          onChange={handledAbove}
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
  const ref = useElement(active, measure)
  const { name, depth, level, position, siblings, expanded, item } = row
  const { chosen, handle } = grips
  const hasGrips = chosen !== undefined || handle !== undefined
  return (
    <div
      ref={ref}
      role="row"
      id={id}
      tabIndex={active ? 0 : -1}
      // Otherwise its whole content would be its name; the cells are read one by one.
      aria-label={name}
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

/** Redrawn only when its own props change: scrolling draws only the rows that come into view. */
export const TreeGridRow = memo(Row) as typeof Row

/** A row's number in the colour of its level. */
export const LevelMark = ({ children }: { children: ReactNode }) => <span className={classes['mark']}>{children}</span>
