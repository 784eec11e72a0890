import { Button, Group, Skeleton } from '@mantine/core'
import type { TaskNode } from '@plinth/api/works/tasks'
import { useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useId, useMemo, useState } from 'react'
import { words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { List } from '../../lib/useList.ts'
import { usePrinting } from '../../ui/shell/usePrinting.ts'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'
import { rowUnder } from '../../ui/tree/useTreeDrag.ts'
import { useActiveRow, useTreeKeys } from '../../ui/tree/useTreeKeys.ts'
import { Backdrop, GanttRow, Heads } from './GanttRow.tsx'
import { axisSpan, type Scale } from './gantt-axis.ts'
import { type Frame, type FrameRef, useAxis, useFrame, useRowWindow } from './gantt-frame.ts'
import * as g from './gantt-scale.ts'
import classes from './TaskGantt.module.css'
import { everyTask } from './task-tree.ts'
import { useFolding } from './useFolding.ts'

/** The length of a page between its margins, in pixels. */
const pageWidth = 1030

let lastScale: Scale = 'fit'

interface Props {
  list: List<TaskNode>
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

/** The planned days of every task compared with the actual ones. */
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
        // The arrow keys scroll it, except in a row, where they move between rows.
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

// Mantine passes these on to the element, although its type does not have them.
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
  // The handlers are on the body and find the row by its element, so that rows render without handlers.
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
