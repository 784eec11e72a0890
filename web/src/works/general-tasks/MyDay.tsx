import { Skeleton } from '@mantine/core'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { maxPageSize } from '@plinth/api/kernel/paging'
import {
  createGeneralTask,
  filterGeneralTasks,
  type ListedGeneralTask,
  setGeneralTaskState,
} from '@plinth/api/works/general-tasks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { call } from '../../lib/call.ts'
import type { CallError } from '../../lib/call-error.ts'
import { today } from '../../lib/days.ts'
import { counted, dayText, decimal, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { endpointKey, lostLine } from '../../lib/query-client.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { dueOf } from '../../ui/record/due.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { type DaySection, sectionsOf } from './day-sections.ts'
import classes from './MyDay.module.css'
import { QuickAdd } from './QuickAdd.tsx'
import { RelatedLink } from './RelatedLink.tsx'
import { repetitionText } from './repetition-words.ts'
import { useMoveTask } from './useMoveTask.ts'

const mine = {
  quickFilters: ['MINE' as const],
  sort: { field: 'dueOn' as const, direction: 'asc' as const },
  pagination: { page: 0, size: maxPageSize },
}

const titles: Record<DaySection, string> = {
  OVERDUE: t('Overdue'),
  TODAY: t('Today'),
  THIS_WEEK: t('Later this week'),
  LATER: t('After this week'),
  WITHOUT_DAY: t('Without a day'),
}

/** The open tasks assigned to the user. */
function useMine() {
  const may = useAllowed([filterGeneralTasks])
  const query = useQuery<Answer<typeof filterGeneralTasks>, CallError>({
    queryKey: endpointKey(filterGeneralTasks, { body: mine }),
    queryFn: ({ signal }) => call(filterGeneralTasks, { body: mine }, { signal }),
    enabled: may === true,
  })
  const error = may === false ? denied : lostLine(query) ? null : query.error
  return { found: query.data, error, retry: () => void query.refetch() }
}

/** The user's open tasks by due day, each finished with one click. */
export function MyDay() {
  const { found, ...source } = useMine()
  const mayAdd = useCan(createGeneralTask)
  return (
    <Screen
      title={t('My day')}
      source={source}
      failure={t('Failed to fetch general tasks')}
      actions={
        <>
          <LinkButton variant="default" to="/general-tasks/list">
            {t('All general tasks')}
          </LinkButton>
          <LinkButton to="/general-tasks/create" call={createGeneralTask}>
            {t('New general task')}
          </LinkButton>
        </>
      }
    >
      <div style={{ maxWidth: '56rem' }}>
        {mayAdd && <QuickAdd />}
        {found ? <Sections tasks={found.content} total={found.totalElements} /> : <Waiting />}
      </div>
    </Screen>
  )
}

const Waiting = () => (
  <div aria-busy className={classes['waiting']}>
    {[0, 1, 2, 3].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </div>
)

function Sections({ tasks, total }: { tasks: ListedGeneralTask[]; total: number }) {
  const box = useRowsFocus<HTMLDivElement>(tasks.length)
  return (
    <div ref={box} tabIndex={-1} className={classes['sections']}>
      {tasks.length === 0 && (
        <p className={classes['none']}>
          {t('Nothing is waiting for you. What others give you, and what you enter for yourself, stands here.')}
        </p>
      )}
      {sectionsOf(tasks, today()).map(({ name, tasks: some }) => (
        <Section key={name} name={name} tasks={some} />
      ))}
      {total > tasks.length && (
        <Link to="/general-tasks/list" search={{ quickFilters: ['MINE'] }}>
          {t('See all {count}', { count: decimal(total) })}
        </Link>
      )}
    </div>
  )
}

function Section({ name, tasks }: { name: DaySection; tasks: ListedGeneralTask[] }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={classes['section']} data-late={name === 'OVERDUE' || undefined}>
      <h2 id={heading}>
        {titles[name]} <span>{decimal(tasks.length)}</span>
      </h2>
      <ul>
        {tasks.map((task) => (
          <Row key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

function Row({ task }: { task: ListedGeneralTask }) {
  const { id, title } = task
  return (
    <li className={classes['row']}>
      <Tick task={task} />
      <div className={classes['told']}>
        <Link to={`/general-tasks/${id}`} className={classes['title']}>
          {title}
        </Link>
        <Facts task={task} />
      </div>
    </li>
  )
}

/** The button that finishes a task; it is disabled while required checklist lines are not ticked. */
function Tick({ task }: { task: ListedGeneralTask }) {
  const move = useMoveTask()
  const [isSending, setSending] = useState(false)
  const may = useCan(setGeneralTaskState)
  if (!may) return <span />
  const isBlocked = task.requiredOpenLines > 0
  const label = isBlocked
    ? t('{title} cannot be finished before its checklist is ticked', { title: task.title })
    : t('Finish {title}', { title: task.title })
  async function finish() {
    if (isSending || isBlocked) return
    setSending(true)
    await move(task, 'DONE')
    setSending(false)
  }
  return (
    <button
      type="button"
      className={classes['tick']}
      aria-label={label}
      title={label}
      aria-disabled={isBlocked || undefined}
      aria-busy={isSending || undefined}
      onClick={() => void finish()}
    >
      <svg viewBox="0 0 24 24" width={14} height={14} strokeWidth={3} aria-hidden>
        <path d="M5 12l5 5l10 -10" />
      </svg>
    </button>
  )
}

/** The facts of a task below its title, without the empty ones. */
function Facts({ task }: { task: ListedGeneralTask }) {
  const { state, dueOn, priority, recordType, lineCount, doneLines, requiredOpenLines } = task
  const due = dueOf({ due: dueOn })
  const repetition = repetitionText(task)
  return (
    <div className={`hint tabular ${classes['facts']}`}>
      {state === 'DOING' && <span>{words(state)}</span>}
      {priority === 'HIGH' && <b>{t('High priority')}</b>}
      {dueOn && due && (
        <span className={due.isLate ? 'alarm' : undefined}>
          {due.isLate ? `${dayText(dueOn)}, ${due.text}` : dayText(dueOn)}
        </span>
      )}
      {lineCount > 0 && (
        <span>
          {requiredOpenLines > 0
            ? t('{lines} to be ticked first', { lines: counted(requiredOpenLines, 'line') })
            : t('{done} of {total} ticked', { done: decimal(doneLines), total: decimal(lineCount) })}
        </span>
      )}
      {repetition && <span>{repetition}</span>}
      {recordType && (
        <span>
          <RelatedLink {...task} />
        </span>
      )}
    </div>
  )
}
