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
import { part } from '../../ui/shell/Part.tsx'
import { todayNumber } from './gantt-scale.ts'
import classes from './TaskBoard.module.css'
import { type Asked, type Put, StatusMenu, TaskCard } from './TaskCard.tsx'
import { useReviewRule } from './task-choices.ts'
import { byProject, everyTask, taskLabel } from './task-tree.ts'
import { useTaskEdits } from './useTaskEdits.ts'

// Seldom asked for, and a dialog is dear.
const RejectTask = part(() => import('./RejectTask.tsx'), 'RejectTask', { over: true })

interface Props {
  list: List<TaskNode>
  projectName: (id: string) => string
  assigneeName: (id: string) => string
}

/** Columns that stand there though no task has the status. */
const usual: readonly TaskStatus[] = ['PLANNED', 'ASSIGNED', 'IN_PROGRESS', 'UNDER_REVIEW', 'COMPLETED', 'APPROVED']

/** The list brings the tasks above a match along; a board has no place for them. */
function isMatch(task: Task, filters: FilterValues): boolean {
  const has = (name: 'title' | 'description' | 'taskType') =>
    (task[name] ?? '').toLowerCase().includes(plainText(filters[name]).trim().toLowerCase())
  const isOneOf = (name: 'status' | 'priority') => {
    const asked = filters[name]
    return !Array.isArray(asked) || asked.length === 0 || asked.some((value) => value === task[name])
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

/** The tasks that are asked for, by the names of their projects and then by their numbers. */
function cardsOf({ all, filters }: List<TaskNode>, projectName: Props['projectName']): TaskNode[] {
  return [...byProject(all)]
    .map(([id, tasks]) => ({ tasks, name: projectName(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-IN', { numeric: true }))
    .flatMap(({ tasks }) => everyTask(tasks).filter((task) => isMatch(task, filters)))
}

/** Gives tasks another status. A card that was moved by the keyboard keeps the focus in its new column. */
function useMoves() {
  const { change } = useTaskEdits()
  const { refusal } = useReviewRule()
  const prefix = useId()
  const [rejecting, setRejecting] = useState<TaskNode | null>(null)
  const moved = useRef('')
  useEffect(() => {
    if (moved.current === '' || document.activeElement !== document.body) return
    document.getElementById(prefix + moved.current)?.focus()
  })
  const save = useCallback(
    async (task: TaskNode, edit: { status: TaskStatus; rejectionReason?: string }) => {
      moved.current = task.id
      await change(task, edit, t('{task}: status {status}', { task: taskLabel(task), status: words(edit.status) }))
      // What was refused is drawn in its old column first, and the dialog of a rejection closes.
      setTimeout(() => {
        if (moved.current === task.id) moved.current = ''
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

/** Cards are dragged to other columns; each is told from where it happened. */
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

/** The tasks as cards, a column for each status. */
export function TaskBoard({ list, projectName, assigneeName }: Props) {
  const mayEdit = useCan(updateTask)
  const { put, prefix, dialog } = useMoves()
  const [asked, ask] = useState<Asked | null>(null)
  const cards = cardsOf(list, projectName)
  const { over, on } = useCardDrag(cards, put)
  const byStatus = Map.groupBy(cards, ({ status }) => status)
  const isOneProject = list.filters['projectId'] !== ''
  // Which columns there are is known with the tasks: one that came between would push the others away.
  if (!list.counted && cards.length === 0) return <Skeleton height={480} aria-hidden />
  const shown = taskStatuses.filter((status) => usual.includes(status) || byStatus.has(status))
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
                {...{ today, mayEdit, prefix, ask }}
              />
            )}
          />
        ))}
      </div>
      {asked && <StatusMenu key={asked.task.id} asked={asked} put={put} onClose={() => ask(null)} />}
      {dialog}
    </div>
  )
}

const step = 50

/** Whatever a task with sub-tasks is estimated at is counted with them, so that the columns add up to the project. */
const estimateOf = (tasks: TaskNode[]) =>
  inRupees(
    sumInPaise(
      tasks.filter(({ rollup }) => !rollup?.estimatedAmount).map(({ estimatedAmount }) => estimatedAmount ?? 0),
    ),
  )

interface ColumnProps {
  status: TaskStatus
  tasks: TaskNode[]
  /** These are all there are. */
  counted: boolean
  /** A card is held over it. */
  isOver: boolean
  /** What is said of an empty one. */
  none: string
  card: (task: TaskNode) => ReactNode
}

function Column({ status, tasks, counted, isOver, none, card }: ColumnProps) {
  const [limit, setLimit] = useState(step)
  const headingId = useId()
  const cards = useRef<HTMLUListElement>(null)
  function showMore() {
    setLimit(limit + step)
    // The button that had the focus goes with the last cards.
    if (limit + step >= tasks.length) cards.current?.focus()
  }
  return (
    <div className={classes['column']} data-column={status} data-over={isOver || undefined}>
      <div className={classes['head']}>
        <h2 id={headingId}>
          {words(status)} {counted && <span className={classes['count']}>{tasks.length}</span>}
        </h2>
        <span className={classes['sum']} title={t('Estimates with tax, each counted once')}>
          {counted && rupees(estimateOf(tasks))}
        </span>
      </div>
      <ul ref={cards} tabIndex={-1} aria-labelledby={headingId} className={classes['cards']}>
        {tasks.slice(0, limit).map(card)}
      </ul>
      {!counted && tasks.length === 0 && <Skeleton height={96} mx="xs" w="auto" aria-hidden />}
      {counted && tasks.length === 0 && <p className={classes['none']}>{none}</p>}
      {tasks.length > limit && (
        <Button variant="default" size="xs" m="xs" mt={0} style={{ flex: 'none' }} onClick={showMore}>
          {t('Show {count} more', { count: Math.min(step, tasks.length - limit) })}
        </Button>
      )}
    </div>
  )
}
