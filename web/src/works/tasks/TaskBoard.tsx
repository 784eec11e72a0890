import { Button, Skeleton } from '@mantine/core'
import { inRupees, sumInPaise } from '@plinth/api/kernel/paise'
import { type Task, type TaskNode, type TaskStatus, taskStatuses, updateTask } from '@plinth/api/works/tasks'
import { type DragEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react'
import { plainText, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { FilterValues } from '../../lib/list-address.ts'
import { useCan } from '../../lib/useCan.ts'
import type { List } from '../../lib/useList.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import { todayNumber } from './gantt-scale.ts'
import classes from './TaskBoard.module.css'
import { type Put, StatusMenu, type StatusRequest, TaskCard } from './TaskCard.tsx'
import { useReviewRule } from './task-choices.ts'
import { byProject, everyTask, taskLabel } from './task-tree.ts'
import { useTaskEdits } from './useTaskEdits.ts'

// Loaded later: dialogs are large, and this one is rarely used.
const RejectTask = lazyDialog(() => import('./RejectTask.tsx'), 'RejectTask')

interface Props {
  list: List<TaskNode>
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

/** Columns that are shown even if no task has the status. */
const usualStatuses: readonly TaskStatus[] = [
  'PLANNED',
  'ASSIGNED',
  'IN_PROGRESS',
  'UNDER_REVIEW',
  'COMPLETED',
  'APPROVED',
]

/** Whether a task itself matches the filters. The list also has the tasks above a match, which the board leaves out. */
function isMatch(task: Task, filters: FilterValues): boolean {
  const has = (name: 'title' | 'description' | 'taskType') =>
    (task[name] ?? '').toLowerCase().includes(plainText(filters[name]).trim().toLowerCase())
  const isOneOf = (name: 'status' | 'priority') => {
    const wanted = filters[name]
    return !Array.isArray(wanted) || wanted.length === 0 || wanted.some((value) => value === task[name])
  }
  const [assignee, from, to] = [filters['assignedTo'], filters['givenStartDate'], filters['givenEndDate']].map(
    plainText,
  )
  return (
    (['title', 'description', 'taskType'] as const).every(has) &&
    (['status', 'priority'] as const).every(isOneOf) &&
    (!assignee || task.assignedTo === assignee) &&
    (!from || (task.givenStartDate ?? '') >= from) &&
    (!to || (task.givenEndDate !== null && task.givenEndDate <= to))
  )
}

/** The matching tasks, by the names of their projects and then by their numbers. */
function cardsOf({ all, filters }: List<TaskNode>, projectName: Props['projectName']): TaskNode[] {
  return [...byProject(all)]
    .map(([id, tasks]) => ({ tasks, name: projectName(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-IN', { numeric: true }))
    .flatMap(({ tasks }) => everyTask(tasks).filter((task) => isMatch(task, filters)))
}

/** Changes the status of tasks. A card that was moved by keyboard keeps the focus in its new column. */
function useMoves() {
  const { change } = useTaskEdits()
  const { refusal } = useReviewRule()
  const prefix = useId()
  const [rejecting, setRejecting] = useState<TaskNode | null>(null)
  const movedId = useRef('')
  useEffect(() => {
    if (movedId.current === '' || document.activeElement !== document.body) return
    document.getElementById(prefix + movedId.current)?.focus()
  })
  const save = useCallback(
    async (task: TaskNode, edit: { status: TaskStatus; rejectionReason?: string }) => {
      movedId.current = task.id
      await change(task, edit, t('{task}: status {status}', { task: taskLabel(task), status: words(edit.status) }))
      // Cleared after a second: a refused card first returns to its old column, and the dialog of a rejection closes.
      setTimeout(() => {
        if (movedId.current === task.id) movedId.current = ''
      }, 1000)
    },
    [change],
  )
  const put: Put = useCallback(
    (task, status) => {
      const why = refusal(task, status)
      if (why) void alertFailure(t('Failed to save task. Please try again.'), why)
      else if (status === 'REJECTED') setRejecting(task)
      else if (status !== task.status) void save(task, { status })
    },
    [save, refusal],
  )
  const dialog = rejecting && (
    <RejectTask
      task={rejecting}
      onReject={(rejectionReason) => void save(rejecting, { status: 'REJECTED', rejectionReason })}
      onClose={() => setRejecting(null)}
    />
  )
  return { put, prefix, dialog }
}

const dragged = 'application/x-plinth-task'
const isTaskStatus = (text: string | undefined): text is TaskStatus => taskStatuses.some((status) => status === text)

const partUnder = ({ target }: DragEvent, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/** Dragging cards to other columns, with handlers on the board instead of on each card. */
function useCardDrag(tasks: TaskNode[], put: Put) {
  const [over, setOver] = useState<TaskStatus | null>(null)
  const statusUnder = (event: DragEvent) => {
    const status = partUnder(event, '[data-column]')?.dataset['column']
    return isTaskStatus(status) && event.dataTransfer.types.includes(dragged) ? status : null
  }
  const on = {
    onDragStart(event: DragEvent) {
      const id = partUnder(event, '[data-card]')?.dataset['card']
      if (id) event.dataTransfer.setData(dragged, id)
      event.dataTransfer.effectAllowed = 'move'
    },
    onDragOver(event: DragEvent) {
      const status = statusUnder(event)
      setOver(status)
      if (status) event.preventDefault()
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null)
    },
    onDrop(event: DragEvent) {
      const status = statusUnder(event)
      const task = tasks.find(({ id }) => id === event.dataTransfer.getData(dragged))
      event.preventDefault()
      setOver(null)
      if (status && task) put(task, status)
    },
  }
  return { over, on }
}

/** The tasks as cards, in a column for each status. */
export function TaskBoard({ list, projectName, assigneeName }: Props) {
  const mayEdit = useCan(updateTask)
  const { put, prefix, dialog } = useMoves()
  const [request, setRequest] = useState<StatusRequest | null>(null)
  const cards = cardsOf(list, projectName)
  const { over, on } = useCardDrag(cards, put)
  const byStatus = Map.groupBy(cards, ({ status }) => status)
  const isOneProject = list.filters['projectId'] !== ''
  // The columns are known only with the tasks: a column that came later would shift the others.
  if (!list.counted && cards.length === 0) return <Skeleton height={480} aria-hidden />
  const shown = taskStatuses.filter((status) => usualStatuses.includes(status) || byStatus.has(status))
  const today = todayNumber()
  return (
    <div
      role="region"
      aria-label={t('Board of tasks by status')}
      aria-busy={list.fetching}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
      tabIndex={0}
      className={classes['frame']}
    >
      <div className={classes['columns']} data-board {...(mayEdit && on)}>
        {shown.map((status) => (
          <Column
            key={status}
            status={status}
            tasks={byStatus.get(status) ?? []}
            counted={list.counted}
            isOver={status === over}
            none={mayEdit ? t('No tasks. Drop one here.') : t('No tasks')}
            card={(task) => (
              <TaskCard
                key={task.id}
                task={task}
                project={isOneProject ? '' : projectName(task.projectId)}
                assignee={task.assignedTo === null ? '' : assigneeName(task.assignedTo)}
                {...{ today, mayEdit, prefix, ask: setRequest }}
              />
            )}
          />
        ))}
      </div>
      {request && <StatusMenu key={request.task.id} request={request} put={put} onClose={() => setRequest(null)} />}
      {dialog}
    </div>
  )
}

const step = 50

/** An estimate that is already counted with the sub-tasks is left out, so that the columns add up to the project. */
const estimateOf = (tasks: TaskNode[]) =>
  inRupees(
    sumInPaise(
      tasks.filter(({ rollup }) => !rollup?.estimatedAmount).map(({ estimatedAmount }) => estimatedAmount ?? 0),
    ),
  )

interface ColumnProps {
  status: TaskStatus
  tasks: TaskNode[]
  /** Whether these are all tasks of the column. */
  counted: boolean
  /** Whether a card is dragged over it. */
  isOver: boolean
  /** The text of an empty column. */
  none: string
  card: (task: TaskNode) => ReactNode
}

function Column({ status, tasks, counted, isOver, none, card }: ColumnProps) {
  const [limit, setLimit] = useState(step)
  const headingId = useId()
  const cards = useRef<HTMLUListElement>(null)
  function showMore() {
    setLimit(limit + step)
    // The focused button disappears with the last cards.
    if (limit + step >= tasks.length) cards.current?.focus()
  }
  return (
    <div className={classes['column']} data-column={status} data-over={isOver || undefined}>
      <div className={classes['head']}>
        <h2 id={headingId}>
          {words(status)} {counted && <span className={`hint tabular ${classes['count']}`}>{tasks.length}</span>}
        </h2>
        <span className="hint tabular" title={t('Estimates with tax, each counted once')}>
          {counted && rupees(estimateOf(tasks))}
        </span>
      </div>
      <ul ref={cards} tabIndex={-1} aria-labelledby={headingId} className={classes['cards']}>
        {tasks.slice(0, limit).map(card)}
      </ul>
      {!counted && tasks.length === 0 && <Skeleton height={96} mx="xs" w="auto" aria-hidden />}
      {counted && tasks.length === 0 && <p className={`hint ${classes['none']}`}>{none}</p>}
      {tasks.length > limit && (
        <Button variant="default" size="xs" m="xs" mt={0} style={{ flex: 'none' }} onClick={showMore}>
          {t('Show {count} more', { count: Math.min(step, tasks.length - limit) })}
        </Button>
      )}
    </div>
  )
}
