import type { TaskNode, TaskStatus } from '@plinth/api/works/tasks'
import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconChevronDown,
  IconDiamond,
  IconFlag,
  IconSubtask,
  IconUser,
} from '@tabler/icons-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { counted, dayText, percent, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { LevelMark } from '../../ui/tree/TreeGridRow.tsx'
import { lateText, scheduleOf } from './gantt-scale.ts'
import classes from './TaskBoard.module.css'
import { useReviewRule } from './task-choices.ts'
import { levelOf, taskLabel } from './task-tree.ts'

export type Put = (task: TaskNode, status: TaskStatus) => void

interface CardProps {
  task: TaskNode
  /** The name of its project, where several projects are shown. */
  project: string
  assignee: string
  today: number
  mayEdit: boolean
  /** The prefix that makes the id of the Move button from the id of a task. */
  prefix: string
  ask: (request: StatusRequest) => void
}

/** The card of a task on the board. */
export const TaskCard = memo(function TaskCard({ task, project, assignee, today, mayEdit, prefix, ask }: CardProps) {
  const { id, hierarchyPath, title, priority, givenEndDate, isMilestone, progress, rollup, children } = task
  const { daysLate } = scheduleOf(task, today)
  const subTasks = rollup?.tasks ?? children.length
  return (
    <li className={`sheet ${classes['card']}`} data-level={levelOf(task)} data-card={id} draggable={mayEdit}>
      <div className={classes['title']}>
        <LevelMark>{hierarchyPath}</LevelMark>
        <span>
          <RowLink to={`/project-tasks/${id}`} draggable={false}>
            {title}
          </RowLink>
          {isMilestone && <IconDiamond size={14} role="img" aria-label={t('Milestone')} />}
        </span>
      </div>
      {project && (
        <div className={`hint tabular ${classes['quiet']}`} title={project}>
          {project}
        </div>
      )}
      <div className={classes['facts']}>
        {assignee && <Fact icon={IconUser} label={t('Assigned to')} text={assignee} />}
        {priority && (
          <Fact
            icon={IconFlag}
            label={t('Priority')}
            isBad={priority === 'URGENT' || priority === 'BLOCKER'}
            text={words(priority)}
          />
        )}
        {givenEndDate && <Fact icon={IconCalendarEvent} label={t('Given end')} text={dayText(givenEndDate)} />}
        {daysLate > 0 && <Fact isBad text={lateText(daysLate)} />}
        {subTasks > 0 && <Fact icon={IconSubtask} text={counted(subTasks, 'sub-task')} />}
      </div>
      <div className={classes['foot']}>
        <span aria-hidden className={classes['bar']}>
          <span style={{ width: `${progress}%` }} />
        </span>
        <span className={`hint tabular ${classes['quiet']}`}>{percent(progress)}</span>
        {mayEdit && (
          <button
            type="button"
            id={prefix + id}
            aria-haspopup="menu"
            aria-label={t('Move to… {task}', { task: taskLabel(task) })}
            className={`hint ${classes['move']}`}
            onClick={({ currentTarget }) => ask({ task, button: currentTarget })}
          >
            {t('Move to…')}
            <IconChevronDown size={14} aria-hidden />
          </button>
        )}
      </div>
    </li>
  )
})

interface FactProps {
  icon?: typeof IconUser
  /** The meaning of the icon. */
  label?: string
  isBad?: boolean
  text: string
}

function Fact({ icon, label, isBad = false, text }: FactProps) {
  const Icon = isBad ? IconAlertTriangle : icon
  return (
    <span data-bad={isBad || undefined}>
      {Icon && <Icon size={14} {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />}
      {text}
    </span>
  )
}

/** The card for which another status is requested, with its button. */
export interface StatusRequest {
  task: TaskNode
  button: HTMLElement
}

const gap = 4

/** Below the button, or above it if there is no room. */
function placeBeside(menu: HTMLElement, button: HTMLElement) {
  const { right, top, bottom } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const isBelow = bottom + gap + offsetHeight < window.innerHeight
  menu.style.left = `${Math.max(gap, right - offsetWidth)}px`
  menu.style.top = `${isBelow ? bottom + gap : Math.max(gap, top - gap - offsetHeight)}px`
}

/** The menu of statuses for a task. One menu serves all cards: hundreds of menus would be slow to render. */
export function StatusMenu({
  request: { task, button },
  put,
  onClose,
}: {
  request: StatusRequest
  put: Put
  onClose: () => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  const { statusesFor } = useReviewRule()
  const items = () => [...(ref.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    const menu = ref.current
    if (!menu) return undefined
    menu.showPopover()
    placeBeside(menu, button)
    const { top, left } = button.getBoundingClientRect()
    const closeIfMoved = () => {
      const now = button.getBoundingClientRect()
      if (now.top !== top || now.left !== left) menu.hidePopover()
    }
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus()
    window.addEventListener('scroll', closeIfMoved, { capture: true })
    return () => window.removeEventListener('scroll', closeIfMoved, { capture: true })
  }, [button])
  function onKeyDown(event: KeyboardEvent) {
    const all = items()
    const at = all.findIndex((item) => item === document.activeElement)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const next = steps[event.key]
    if (event.key === 'Tab') ref.current?.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  function choose(status: TaskStatus) {
    // Hiding the menu returns the focus to the button.
    ref.current?.hidePopover()
    put(task, status)
  }
  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      aria-label={t('Move {task} to', { task: taskLabel(task) })}
      tabIndex={-1}
      className={`sheet ${classes['menu']}`}
      onKeyDown={onKeyDown}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {statusesFor(task)
        .filter((status) => status !== task.status)
        .map((status) => (
          <button key={status} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(status)}>
            {words(status)}
            {status === 'REJECTED' && '…'}
          </button>
        ))}
    </div>
  )
}
