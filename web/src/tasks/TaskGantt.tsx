import { Button, Group, Skeleton } from '@mantine/core'
import type { TaskNode } from '@plinth/api/tasks'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import type { List } from '../lib/useList.ts'
import type { TreeRow } from '../ui/TreeGridRow.tsx'
import { isForPaper, mostOnPaper, usePrinting } from '../ui/usePrinting.ts'
import { rowUnder } from '../ui/useTreeDrag.ts'
import { useActiveRow, useTreeKeys } from '../ui/useTreeKeys.ts'
import { Backdrop, GanttRow, Heads } from './GanttRow.tsx'
import { axisOf, axisSpan, daysWithin, rowsToDraw, type Scale, xOf } from './gantt-axis.ts'
import * as g from './gantt-scale.ts'
import classes from './TaskGantt.module.css'
import { everyTask } from './task-tree.ts'
import { useFolding } from './useFolding.ts'

/** What a page has between its margins, upright, in pixels. */
const pageWidth = 680

/** The room in the frame, in pixels, and how many of them a rem has. */
function useFrame() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [rem, setRem] = useState(16)
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const measure = () => {
      // Paper takes the chart as it was drawn, made smaller.
      if (isForPaper()) return
      setWidth(frame.clientWidth)
      setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    }
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])
  const narrow = width < 40 * rem
  const titleWidth = narrow ? 0 : Math.round(Math.min(24 * rem, width * 0.34))
  return { ref, width, rem, narrow, titleWidth, room: Math.max(1, width - titleWidth) }
}
type Frame = ReturnType<typeof useFrame>
type FrameRef = Frame['ref']

/** Headings and bars are drawn so many pixels at a time, beside those in view. */
const stretch = 512

/** The axis at a scale, and which of its days are in view. Another scale shows the same days in the middle. */
function useAxis(ref: FrameRef, room: number, { start, end }: g.Span, scale: Scale, today: number) {
  const axis = useMemo(() => axisOf({ start, end }, scale, room), [start, end, scale, room])
  const [at, setAt] = useState(0)
  const middle = useRef<number>(null)
  const view = useMemo(() => daysWithin(axis, (at - 1) * stretch, (at + 2) * stretch + room), [axis, at, room])

  function scrollTo(x: number) {
    if (ref.current) ref.current.scrollLeft = x
  }
  const showMiddle = (day: number) => scrollTo(xOf(axis, day) - room / 2)
  useLayoutEffect(() => {
    middle.current ??= Math.max(axis.start, Math.min(today, axis.end))
    if (ref.current) ref.current.scrollLeft = xOf(axis, middle.current) - room / 2
  }, [axis, ref, room, today])
  function onScroll() {
    const x = ref.current?.scrollLeft ?? 0
    setAt(Math.floor(x / stretch))
    if (scale !== 'fit') middle.current = axis.start + (x + room / 2) / axis.unit
  }
  /** Brings the first of these days into view, unless one of them is. */
  function show(shown: g.Span | null, always = false) {
    const x = ref.current?.scrollLeft ?? 0
    const isSeen = shown && xOf(axis, shown.end) > x && xOf(axis, shown.start) < x + room
    if (shown && (always || !isSeen)) scrollTo(xOf(axis, shown.start) - room / 8)
  }
  return { axis, view, onScroll, show, showMiddle }
}

let lastScale: Scale = 'fit'

interface Props {
  list: List<TaskNode>
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

/** The planned days of every task against the actual ones. */
export function TaskGantt({ list, projectName, assigneeName }: Props) {
  const { rows, toggle, expandAll, collapseAll } = useFolding(list, projectName)
  const [scale, setScale] = useState(lastScale)
  const today = g.todayNumber()
  const days = useMemo(() => {
    const extents = everyTask(list.all).map((task) => g.extentOf(g.scheduleOf(task, today)))
    return axisSpan(g.spanOver(extents), today)
  }, [list.all, today])
  const { ref, ...frame } = useFrame()
  const isPaper = usePrinting()
  const axis = useAxis(ref, frame.room, days, scale, today)
  const hasToday = today >= axis.axis.start && today < axis.axis.end

  function choose(next: Scale) {
    lastScale = next
    setScale(next)
  }
  return (
    <>
      <Group justify="space-between" mb="xs" gap="xs">
        <Group gap="xs">
          <Button.Group {...scaleGroup}>
            {scaleNames.map((name) => (
              <Button
                key={name}
                variant={name === scale ? 'light' : 'default'}
                size="xs"
                px="sm"
                aria-pressed={name === scale}
                onClick={() => choose(name)}
              >
                {words(name)}
              </Button>
            ))}
          </Button.Group>
          <Button
            variant="default"
            size="xs"
            disabled={!hasToday}
            title={hasToday ? undefined : t('Today is far from the days of these tasks')}
            onClick={() => axis.showMiddle(today)}
          >
            {t('Today')}
          </Button>
        </Group>
        <Group gap="xs">
          {Object.entries({ [t('Expand all')]: expandAll, [t('Collapse all')]: collapseAll }).map(([label, fold]) => (
            <Button key={label} variant="default" size="xs" disabled={rows.length === 0} onClick={fold}>
              {label}
            </Button>
          ))}
        </Group>
      </Group>
      <Legend />
      <div
        ref={ref}
        role="region"
        aria-label={t('Gantt chart')}
        // The arrow keys scroll it; those in a row move between rows.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        tabIndex={0}
        className={classes['frame']}
        data-narrow={frame.narrow || undefined}
        {...(isPaper && { style: { width: frame.width, zoom: pageWidth / Math.max(frame.width, pageWidth) } })}
        onScroll={axis.onScroll}
      >
        {list.pending ? (
          Array.from({ length: 8 }, (_, row) => <Skeleton key={row} height={20} m="md" w="auto" aria-hidden />)
        ) : (
          <Chart {...{ rows, frame, frameRef: ref, today, toggle, assigneeName }} {...axis} fetching={list.fetching} />
        )}
      </div>
    </>
  )
}

// Passed on to the element, though the type does not say so.
const scaleGroup = { role: 'group', 'aria-label': t('Scale') }
const scaleNames: Scale[] = ['fit', 'day', 'week', 'month', 'quarter']

const legend = {
  planned: t('Planned, filled in by progress'),
  actual: t('Actual'),
  running: t('Still running'),
  late: t('Late'),
  below: t('Sub-tasks together'),
  diamond: t('Milestone'),
  today: t('Today'),
}

function Legend() {
  return (
    <ul className={classes['legend']} aria-label={t('Legend')}>
      {Object.entries(legend).map(([name, label]) => (
        <li key={name}>
          <span aria-hidden className={classes['sample']}>
            <span className={classes[name]}>
              {name === 'planned' && <span className={classes['done']} style={{ width: '50%' }} />}
            </span>
          </span>
          {label}
        </li>
      ))}
    </ul>
  )
}

interface ChartProps extends ReturnType<typeof useAxis> {
  rows: TreeRow<TaskNode>[]
  frame: Omit<Frame, 'ref'>
  frameRef: FrameRef
  today: number
  fetching: boolean
  toggle: (row: TreeRow<TaskNode>) => void
  assigneeName: (id: string) => string
}

/** The part of the rows that the frame shows. They are all of one height, so that nothing has to be measured. */
function useRowWindow(ref: FrameRef, count: number, head: number, height: number, keep: number) {
  const [{ first, last }, setShown] = useState({ first: 0, last: 0 })
  useLayoutEffect(() => {
    const frame = ref.current
    if (!frame) return undefined
    const measure = () => {
      const { scrollTop, clientHeight } = frame
      const next = { first: Math.floor(scrollTop / height), last: Math.ceil((scrollTop + clientHeight) / height) }
      setShown((shown) => (shown.first === next.first && shown.last === next.last ? shown : next))
    }
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(frame)
    frame.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', measure)
    }
  }, [ref, height])
  function scrollTo(index: number) {
    const frame = ref.current
    if (!frame) return
    const least = head + (index + 1) * height - frame.clientHeight
    frame.scrollTop = Math.min(index * height, Math.max(least, frame.scrollTop))
  }
  const isPaper = usePrinting()
  const drawn = isPaper ? rowsToDraw(0, Math.min(count, mostOnPaper), count, 0) : rowsToDraw(first, last, count, keep)
  return { drawn, scrollTo }
}

function Chart({ rows, frame, frameRef, axis, view, today, fetching, toggle, assigneeName, show }: ChartProps) {
  const navigate = useNavigate()
  const prefix = useId()
  const indexOf = useMemo(() => new Map(rows.map(({ id }, index) => [id, index])), [rows])
  const tree = { rows, indexOf }
  const active = useActiveRow(tree)
  const { width, rem, narrow, titleWidth } = frame
  const [head, height] = [3 * rem, (narrow ? 4.5 : 2.75) * rem]
  const { drawn, scrollTo } = useRowWindow(frameRef, rows.length, head, height, active.index)
  const extentAt = (index: number) => {
    const item = rows[index]?.item
    return item ? g.extentOf(g.scheduleOf(item, today)) : null
  }
  const { onKeyDown } = useTreeKeys({
    tree,
    active,
    choosing: null,
    moves: undefined,
    prefix,
    scrollTo: (index) => {
      scrollTo(index)
      show(extentAt(index))
    },
    onToggle: toggle,
    onOpen: ({ id }) => void navigate({ to: `/project-tasks/${id}` }),
  })
  // Each row is told from where it happened, so that a row is drawn without handlers.
  const indexUnder = ({ target }: SyntheticEvent) => Number(rowUnder(target)?.dataset['index'])
  function onFocus(event: SyntheticEvent) {
    const row = rows[indexUnder(event)]
    if (row) active.choose(row.id, indexUnder(event))
  }
  function onClick(event: SyntheticEvent) {
    const row = rows[indexUnder(event)]
    if (!row || !(event.target instanceof Element)) return
    if (event.target.closest('[data-fold]')) toggle(row)
    else if (event.target.closest('[data-show]')) show(extentAt(indexUnder(event)), true)
  }
  const across = titleWidth + Math.floor((axis.end - axis.start) * axis.unit)
  const isLong = across > width
  return (
    <div
      role="treegrid"
      aria-label={t('Schedule of tasks')}
      aria-rowcount={rows.length + 1}
      aria-busy={fetching}
      style={{ width: across }}
    >
      <Heads {...{ axis, view, today, titleWidth }} />
      <div
        role="rowgroup"
        className={classes['body']}
        data-fading={fetching || undefined}
        style={{ height: rows.length * height }}
        {...{ onFocus, onClick, onKeyDown }}
      >
        <Backdrop {...{ axis, view, today, titleWidth }} />
        {drawn.map((index) => {
          const row = rows[index]
          return (
            row && (
              <GanttRow
                key={row.id}
                {...{ row, index, axis, view, today, height, width, narrow, isLong, titleWidth, assigneeName }}
                id={`${prefix}${row.id}`}
                active={index === active.index}
                top={index * height}
              />
            )
          )
        })}
      </div>
    </div>
  )
}
