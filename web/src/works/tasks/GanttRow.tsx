import type { Task, TaskNode } from '@plinth/api/works/tasks'
import { IconAlertTriangle, IconChevronRight, IconDiamond, IconViewfinder } from '@tabler/icons-react'
import { memo } from 'react'
import { dayText, percent } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { LevelMark, type TreeRow } from '../../ui/tree/TreeGridRow.tsx'
import { type Axis, isWeekend, type Tick, ticksOf, tiersOf, xOf } from './gantt-axis.ts'
import { dayAt, extentOf, lateText, type Schedule, type Span, scheduleOf, scheduleText } from './gantt-scale.ts'
import classes from './TaskGantt.module.css'

interface AxisProps {
  axis: Axis
  /** The days that are rendered. */
  view: Span
  today: number
  /** The width of the column before the axis; 0 when titles are above the bars. */
  titleWidth: number
}

const dayOn = (day: number) => dayText(dayAt(day))
const isWithin = (day: number, { start, end }: Span) => day >= start && day < end

const tickStyle = (axis: Axis, { start, end }: Tick) => {
  const from = Math.max(start, axis.start)
  return { left: xOf(axis, from), width: (Math.min(end, axis.end) - from) * axis.unit }
}

/** The label of a tick, unless its part of the axis is too narrow for it. */
const labelOf = (axis: Axis, tick: Tick, letter: number) =>
  tickStyle(axis, tick).width > tick.label.length * letter + 3 && tick.label

/** The headings above the axis: months or years, and their subdivisions. */
export function Heads({ axis, view, today, titleWidth }: AxisProps) {
  const { upper, lower } = tiersOf(axis)
  return (
    <div role="rowgroup" className={classes['heads']}>
      <div role="row" aria-rowindex={1} className={classes['headRow']}>
        <div role="columnheader" className={classes['corner']} style={{ width: titleWidth }}>
          <span>{t('Number and title')}</span>
        </div>
        <div role="columnheader" className={classes['axis']}>
          <span className="spoken">
            {t('Schedule from {start} to {end}', { start: dayOn(axis.start), end: dayOn(axis.end - 1) })}
          </span>
          <div aria-hidden>
            {ticksOf(upper, view, false).map((tick) => (
              <span key={tick.start} className={classes['upper']} style={tickStyle(axis, tick)}>
                <span style={{ left: titleWidth }}>{labelOf(axis, tick, 9)}</span>
              </span>
            ))}
            {ticksOf(lower, view, true).map((tick) => (
              <span key={tick.start} className={classes['lower']} style={tickStyle(axis, tick)}>
                {labelOf(axis, tick, 6)}
              </span>
            ))}
            {isWithin(today, axis) && (
              <span
                className={classes['todayFlag']}
                style={{ left: `clamp(1.25rem, ${xOf(axis, today + 0.5)}px, 100% - 1.25rem)` }}
              >
                {t('Today')}
              </span>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

/** The background of the bars: a line at each heading, shaded weekends where days have headings, and today. */
export function Backdrop({ axis, view, today, titleWidth }: AxisProps) {
  const { lower } = tiersOf(axis)
  return (
    <div aria-hidden className={classes['backdrop']} style={{ left: titleWidth }}>
      {ticksOf(lower, view, true).map((tick) => (
        <span
          key={tick.start}
          className={classes['line']}
          data-weekend={(lower === 'day' && isWeekend(tick.start)) || undefined}
          style={tickStyle(axis, tick)}
        />
      ))}
      {isWithin(today, axis) && <span className={classes['today']} style={{ left: xOf(axis, today + 0.5) }} />}
    </div>
  )
}

interface Props extends AxisProps {
  row: TreeRow<TaskNode>
  index: number
  id: string
  active: boolean
  /** The width of the frame. */
  width: number
  narrow: boolean
  /** Whether part of the axis is out of view. */
  isLong: boolean
  top: number
  height: number
  assigneeName: (id: string) => string
}

function Row({ row, index, id, active, top, height, width, narrow, isLong, titleWidth, ...more }: Props) {
  const { name, item, depth, level, position, siblings, expanded } = row
  const { assigneeName, ...days } = more
  const schedule = item && scheduleOf(item, days.today)
  const text = item && schedule && scheduleText(item, schedule)
  const tabIndex = active ? 0 : -1
  const who = item?.assignedTo ? assigneeName(item.assignedTo) : ''
  return (
    <div
      role="row"
      id={id}
      tabIndex={tabIndex}
      aria-label={text ? `${name}, ${text}` : name}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={expanded}
      aria-rowindex={index + 2}
      data-index={index}
      data-level={level ?? undefined}
      data-heading={level === null || undefined}
      className={classes['row']}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div
        role="gridcell"
        aria-colspan={item ? undefined : 2}
        className={classes['name']}
        style={{
          width: item && !narrow ? titleWidth : width,
          paddingLeft: `${0.25 + (level ?? 0) * (narrow ? 0.625 : 0.875)}rem`,
        }}
      >
        <Fold name={name} expanded={expanded} tabIndex={tabIndex} />
        {item ? <Title task={item} tabIndex={tabIndex} /> : <b>{name}</b>}
        {isLong && schedule && extentOf(schedule) && (
          <button
            type="button"
            className={classes['press']}
            data-show
            tabIndex={tabIndex}
            title={t('Scroll to its bar')}
            aria-label={t('Scroll to the bar of {name}', { name })}
          >
            <IconViewfinder size={15} stroke={1.7} aria-hidden />
          </button>
        )}
      </div>
      {item && schedule && (
        <div role="gridcell" className={classes['plot']}>
          <span className="spoken">{text}</span>
          <Bars task={item} who={who} from={titleWidth} {...days} />
        </div>
      )}
    </div>
  )
}

/** Memoized, so that scrolling renders only the rows that come into view. */
export const GanttRow = memo(Row)

type FoldProps = Pick<TreeRow<TaskNode>, 'name' | 'expanded'> & { tabIndex: number }

function Fold({ name, expanded, tabIndex }: FoldProps) {
  if (expanded === undefined) return <span className={classes['press']} />
  return (
    <button
      type="button"
      className={classes['press']}
      data-fold
      data-expanded={expanded}
      tabIndex={tabIndex}
      aria-label={expanded ? t('Collapse {name}', { name }) : t('Expand {name}', { name })}
    >
      <IconChevronRight size={16} aria-hidden />
    </button>
  )
}

function Title({ task: { id, hierarchyPath, title, isMilestone }, tabIndex }: { task: Task; tabIndex: number }) {
  return (
    <>
      <LevelMark>{hierarchyPath}</LevelMark>
      <RowLink to={`/project-tasks/${id}`} className={classes['title']} title={title} tabIndex={tabIndex}>
        {title}
      </RowLink>
      {isMilestone && <IconDiamond size={14} role="img" aria-label={t('Milestone')} className={classes['mark']} />}
    </>
  )
}

interface BarsProps extends Omit<AxisProps, 'titleWidth'> {
  task: Task
  who: string
  /** The left edge of the axis on the screen, where "No dates" is shown. */
  from: number
}

const minWidth = 3

/** The bars of a row; hidden from screen readers, which get the same as text. */
function Bars({ task, axis, view, today, who, from }: BarsProps) {
  const schedule = scheduleOf(task, today)
  const { planned, below, actual, running, late, daysBeyond } = schedule
  const extent = extentOf(schedule)
  if (extent === null)
    return (
      <span aria-hidden className={classes['none']} style={{ left: from }}>
        {t('No dates')}
      </span>
    )
  if (extent.start > view.end || extent.end < view.start) return null
  const box = ({ start, end }: Span) => ({
    left: xOf(axis, start),
    width: Math.max(minWidth, (end - start) * axis.unit),
  })
  const beyond =
    below && daysBeyond > 0 ? { start: Math.max(below.start, below.end - daysBeyond), end: below.end } : null
  const point = task.isMilestone && planned ? planned.end - 0.5 : null
  const isBar = planned && (point === null || planned.end - planned.start > 1)
  return (
    <div aria-hidden title={scheduleText(task, schedule)}>
      {below && <span className={classes['below']} style={box(below)} />}
      {beyond && <span className={classes['below']} data-late style={box(beyond)} />}
      {isBar && (
        <span className={classes['planned']} data-open={task.givenEndDate === null || undefined} style={box(planned)}>
          <span className={classes['done']} style={{ width: `${task.progress}%` }} />
        </span>
      )}
      {actual && <span className={classes['actual']} data-running={running || undefined} style={box(actual)} />}
      {late && <span className={classes['late']} style={box(late)} />}
      {point !== null && (
        <span
          className={classes['diamond']}
          data-done={task.actualEndDate !== null || undefined}
          style={{ left: xOf(axis, point) }}
        />
      )}
      <Note {...{ task, axis, schedule, extent, who }} />
    </div>
  )
}

interface NoteProps {
  task: Task
  axis: Axis
  schedule: Schedule
  extent: Span
  who: string
}

/** The text after the bars. Without room there, it is above the end of long bars and before short ones. */
function Note({ task, axis, schedule: { daysLate }, extent, who }: NoteProps) {
  const late = daysLate > 0 ? lateText(daysLate) : ''
  const rest = [...(task.progress > 0 ? [percent(task.progress)] : []), ...(who ? [who] : [])].join(' · ')
  const [start, end, width] = [xOf(axis, extent.start), xOf(axis, extent.end), xOf(axis, axis.end)]
  const needed = (late.length + rest.length) * 6.5 + (late ? 32 : 16)
  const isAfter = end + needed < width
  const isOver = !isAfter && (end - start > needed || start < needed)
  const before = { right: isOver ? 0 : width - start + 8 }
  const style = isAfter ? { left: Math.max(end, start + minWidth) + 8 } : before
  return (
    <span className={classes['note']} data-over={isOver || undefined} style={style}>
      {late && (
        <b>
          <IconAlertTriangle size={13} />
          {late}
        </b>
      )}
      {rest}
    </span>
  )
}
