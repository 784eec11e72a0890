import { Skeleton, Text } from '@mantine/core'
import { defaultRangeExtractor, measureElement, useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { t } from '../../lib/language.ts'
import { usePhone } from '../shell/Screen.tsx'
import { mostOnPaper, usePrinting } from '../shell/usePrinting.ts'
import classes from './TreeGrid.module.css'
import { type TreeColumn, TreeGridRow, type TreeRow } from './TreeGridRow.tsx'
import { type Drop, rowUnder, type TreeMoves, type TreeRows, useTreeDrag } from './useTreeDrag.ts'
import { type Active, type TreeSelection, useActiveRow, useTreeKeys, useTreeSelection } from './useTreeKeys.ts'

/** The element's distance from the top of the page, updated when the content above it grows or shrinks. */
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
  /** The index of the focused row, which stays in the page when it is scrolled out of view. */
  keep: number
  /** The height of the content that covers the foot of the window, in pixels. */
  foot: number
}

const underHeaders = 100

/** The estimated height of a row in pixels, and how many rows are drawn out of view: on a phone a row is a card. */
const inTable = { height: 72, overscan: 8 }
const asCard = { height: 220, overscan: 3 }

/** The part of a long list that the window shows. */
function useTreeWindow({ count, keyOf, keep, foot }: Options) {
  const { ref, top } = useOffsetTop()
  const { height, overscan } = usePhone() ? asCard : inTable
  // oxlint-disable-next-line react/incompatible-library -- concerns React's compiler, which is not used here
  const virtualizer = useWindowVirtualizer({
    count,
    getItemKey: keyOf,
    estimateSize: () => height,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: underHeaders,
    scrollPaddingEnd: 16 + foot,
    useFlushSync: false,
    // A row that scrolls into view is measured after layout: measured while React draws it, each would be drawn twice.
    measureElement: (element, entry, instance) => {
      const known = instance.measurementsCache[instance.indexFromElement(element)]
      return entry === undefined && instance.isScrolling && known
        ? known.size
        : measureElement(element, entry, instance)
    },
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return keep >= count || shown.includes(keep) ? shown : [...shown, keep].sort((a, b) => a - b)
    },
  })
  // Forgets removed rows.
  useEffect(() => virtualizer.measureElement(null))
  return { ref, top, virtualizer }
}

interface Props<T> {
  /** Names the rows for screen readers. */
  caption: string
  rows: TreeRow<T>[]
  columns: TreeColumn<T>[]
  /** The content of a heading row; its name by default. */
  heading?: (row: TreeRow<T>) => ReactNode
  /** There is nothing to show yet. */
  pending: boolean
  fetching: boolean
  /** The selected rows, if rows can be selected. */
  selection?: TreeSelection | undefined
  /** How rows are moved, if they can be. */
  moves?: TreeMoves<T> | undefined
  /** The height of the content over the foot of the window, in pixels, so that a focused row is not under it. */
  foot?: number
  onToggle: (row: TreeRow<T>) => void
  onOpen: (item: T) => void
}

interface HeadsProps<T> extends Pick<Props<T>, 'columns' | 'moves'> {
  choosing: ReturnType<typeof useTreeSelection>
}

function ColumnHeads<T>({ columns, moves, choosing }: HeadsProps<T>) {
  return (
    <div role="rowgroup" className={`hint ${classes['head']}`} data-choice={choosing !== null || undefined}>
      <div role="row" aria-rowindex={1} className={classes['columns']}>
        {(choosing || moves) && (
          <div role="columnheader" className={classes['grips']} aria-label={t('Selection')}>
            {choosing && (
              <label>
                <input
                  type="checkbox"
                  className={classes['choice']}
                  ref={(box) => {
                    if (box) box.indeterminate = choosing.isPart
                  }}
                  checked={choosing.isWhole}
                  onChange={choosing.isWhole ? choosing.none : choosing.all}
                />
                <span>{t('Select all shown')}</span>
              </label>
            )}
          </div>
        )}
        {columns.map(({ name, label, align }) => (
          <div key={name} role="columnheader" className={classes['cell']} data-align={align}>
            {label}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Shows where a dragged row would be dropped: a line, or the row that would become its parent. */
function DropMark({ drop: { zone }, depth, start, size }: { drop: Drop; depth: number; start: number; size: number }) {
  const top = zone === 'after' ? start + size : start
  return (
    <div
      className={classes['drop']}
      data-zone={zone}
      style={{ top, height: zone === 'under' ? size : 0, '--drop': depth } as CSSProperties}
      aria-hidden
    />
  )
}

/** Delegated press handlers of the rows, so that a row is drawn without handlers. */
function useTreePresses<T>(
  tree: TreeRows<T>,
  active: Active,
  choosing: HeadsProps<T>['choosing'],
  onToggle: Props<T>['onToggle'],
) {
  const rowOf = ({ target }: SyntheticEvent) => tree.rows[Number(rowUnder(target)?.dataset['index'])]
  const extend = (to: TreeRow<T>) => choosing?.extend(tree.rows[active.index]?.id ?? to.id, to.id)
  const isPart = ({ target }: SyntheticEvent) =>
    target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null
  return {
    onFocus(event: SyntheticEvent) {
      const row = rowOf(event)
      if (row) active.choose(row.id, tree.indexOf.get(row.id) ?? 0)
    },
    onChange(event: SyntheticEvent) {
      const row = rowOf(event)
      if (!row || !choosing || !(event.target as Element).matches(`.${classes['choice']}`)) return
      if (event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey) extend(row)
      else choosing.toggle(row.id)
    },
    // Otherwise the browser selects the text between.
    onMouseDown(event: MouseEvent) {
      if (event.shiftKey && choosing && !isPart(event)) event.preventDefault()
    },
    onClick(event: MouseEvent) {
      const row = rowOf(event)
      if (!row || !(event.target instanceof Element)) return
      if (event.target.closest('[data-fold]')) onToggle(row)
      else if (isPart(event) || row.item === null) return
      else if (event.shiftKey) extend(row)
      else if (event.ctrlKey || event.metaKey) choosing?.toggle(row.id)
    },
  }
}

/** A bar above a tree; `stuck` keeps it in view. */
export const TreeBar = ({ stuck, children }: { stuck: boolean; children: ReactNode }) => (
  <div className={classes['bar']} data-stuck={stuck || undefined}>
    {children}
  </div>
)

const everyRow = <T,>(rows: TreeRow<T>[]) => rows.map(({ id }, index) => ({ index, start: 0, key: id }))

/** For paper: every row, one below the other, without buttons. */
function useForPaper<T>({ rows, columns, selection, moves }: Props<T>) {
  const isPaper = usePrinting()
  if (!isPaper) return { isPaper, rows, columns, selection, moves }
  return { isPaper, rows: rows.slice(0, mostOnPaper), columns: columns.filter(({ screenOnly }) => !screenOnly) }
}

/** A tree as a table, or as indented cards on a narrow screen. Only the rows in the window are drawn. */
export function TreeGrid<T>(props: Props<T>) {
  const { caption, heading, pending, fetching, foot = 0, onToggle, onOpen } = props
  const { isPaper, rows, columns, selection, moves } = useForPaper(props)
  const prefix = useId()
  const indexOf = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows])
  const tree = { rows, indexOf }
  const active = useActiveRow(tree)
  const choosing = useTreeSelection(tree, selection)
  const keyOf = useCallback((index: number) => rows[index]?.id ?? String(index), [rows])
  const { ref, top, virtualizer } = useTreeWindow({ count: rows.length, keyOf, keep: active.index, foot })
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index)
  const { onKeyDown, move } = useTreeKeys({ tree, active, choosing, moves, scrollTo, prefix, onToggle, onOpen })
  const onStart = ({ id }: TreeRow<T>, index: number) => active.choose(id, index)
  const { drop, on } = useTreeDrag({ tree, moves, onToggle, onStart, onMove: move })
  const presses = useTreePresses(tree, active, choosing, onToggle)
  const hasGrips = choosing !== null || moves !== undefined
  const tracks = [...(hasGrips ? ['var(--grips)'] : []), ...columns.map(({ width }) => width)].join(' ')
  const dropped = drop && virtualizer.measurementsCache[drop.at]
  const droppedDepth = (drop && rows[drop.at]?.level) ?? 0

  return (
    <div
      role="presentation"
      className={`sheet ${classes['frame']}`}
      style={{ '--tracks': tracks } as CSSProperties}
      onKeyDown={onKeyDown}
      {...presses}
      {...on}
    >
      <div
        role="treegrid"
        aria-label={caption}
        aria-rowcount={rows.length + 1}
        aria-busy={fetching}
        aria-multiselectable={choosing ? true : undefined}
      >
        <ColumnHeads columns={columns} moves={moves} choosing={choosing} />
        <div
          ref={ref}
          role="rowgroup"
          className={classes['body']}
          data-fading={fetching || undefined}
          style={{ height: pending || isPaper ? undefined : virtualizer.getTotalSize() }}
        >
          {(isPaper ? everyRow(rows) : virtualizer.getVirtualItems()).map(({ index, start, key }) => {
            const row = rows[index]
            return (
              row && (
                <TreeGridRow
                  key={key}
                  row={row}
                  id={`${prefix}${row.id}`}
                  index={index}
                  start={start - top}
                  active={index === active.index}
                  chosen={choosing?.ids.has(row.id)}
                  handle={moves && (moves.blocked ?? t('Drag to another place'))}
                  canDrag={moves !== undefined && moves.blocked === undefined}
                  columns={columns}
                  heading={heading}
                  measure={virtualizer.measureElement}
                />
              )
            )
          })}
          {drop && dropped && (
            <DropMark drop={drop} depth={droppedDepth} start={dropped.start - top} size={dropped.size} />
          )}
        </div>
      </div>
      {props.rows.length > rows.length && (
        <Text p="xs">
          {t('The first {printed} of {total} rows: no more are printed at once.', {
            printed: rows.length,
            total: props.rows.length,
          })}
        </Text>
      )}
      {pending && Array.from({ length: 8 }, (_, row) => <Skeleton key={row} height={20} m="md" w="auto" aria-hidden />)}
    </div>
  )
}
