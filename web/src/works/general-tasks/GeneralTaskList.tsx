import {
  countGeneralTasks,
  createGeneralTask,
  deleteGeneralTask,
  exportGeneralTasks,
  filterGeneralTasks,
  type GeneralTaskQuickFilter,
  generalTaskPriorities,
  generalTaskStates,
  getGeneralTask,
  type ListedGeneralTask,
  generalTaskColumnLabels as labels,
  listedGeneralTask,
  setGeneralTaskState,
  updateGeneralTask,
} from '@plinth/api/works/general-tasks'
import { call } from '../../lib/call.ts'
import { counted, dash, optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { anyDay } from '../../lib/list-address.ts'
import { useList } from '../../lib/useList.ts'
import { type BulkAction, deleteEach } from '../../ui/list/bulk-action.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { DateRangeFilter, DayFilter, MultiSelectFilter, TextFilter } from '../../ui/list/FilterFields.tsx'
import { PanelWaiting } from '../../ui/list/PanelWaiting.tsx'
import type { Quick } from '../../ui/list/QuickFilters.tsx'
import type { Panel } from '../../ui/list/RecordPanel.tsx'
import { DueDay } from '../../ui/record/DueDay.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { assigneeFilter } from './AssigneeFilter.tsx'
import { GeneralTaskBadge } from './GeneralTaskBadge.tsx'
import { linesText } from './GeneralTaskHead.tsx'
import { isOver, movesOf } from './general-task-moves.ts'
import { RelatedLink } from './RelatedLink.tsx'
import { repetitionText } from './repetition-words.ts'
import { moveTask } from './useMoveTask.ts'

// Loaded later: few visits open a record.
const GeneralTaskPanel = lazyPart(() => import('./GeneralTaskPanel.tsx'), 'GeneralTaskPanel', {
  waiting: <PanelWaiting />,
})

const columns = columnsOf(listedGeneralTask, labels, {
  title: { wrap: true, show: (title, { id }) => <RowLink to={`/general-tasks/${id}`}>{title}</RowLink> },
  recordName: { wrap: true, sortable: false, show: (_, row) => <RelatedLink {...row} /> },
  dueOn: { show: (day, row) => <DueDay day={day} due={dueOf({ due: day, isOver: isOver(row) })} /> },
  state: { show: (state) => <GeneralTaskBadge state={state} /> },
  lineCount: { show: (_, row) => linesText(row) },
  repeatEvery: { show: (_, row) => repetitionText(row) || dash },
  note: { wrap: true },
})

const panel: Panel<ListedGeneralTask> = {
  show: (task) => <GeneralTaskPanel task={task} columns={columns} />,
  to: ({ id }) => `/general-tasks/${id}`,
  load: (id) => call(getGeneralTask, { params: { id } }),
}

const shown = ['title', 'state', 'dueOn', 'assigneeName', 'priority', 'recordName', 'lineCount'] as const

const card = { called: 'title', facts: ['state', 'dueOn', 'assigneeName', 'recordName'] } as const

const quick: Quick = {
  count: countGeneralTasks,
  groups: [
    ['MINE'],
    ['OVERDUE', 'TODAY', 'THIS_WEEK', 'WITHOUT_DAY', 'DONE_LATELY'],
  ] satisfies GeneralTaskQuickFilter[][],
}

const noFilters = {
  search: '',
  quickFilters: [],
  title: '',
  state: [],
  priority: [],
  assigneeId: '',
  dueFrom: '',
  dueTo: '',
  dateRange: anyDay,
}

const filters = (
  <>
    <TextFilter name="title" label={translated(labels.title)} />
    <MultiSelectFilter name="state" label={translated(labels.state)} options={optionsOf(generalTaskStates)} />
    <MultiSelectFilter name="priority" label={translated(labels.priority)} options={optionsOf(generalTaskPriorities)} />
    {assigneeFilter}
    <DayFilter name="dueFrom" label={t('Due on or after')} />
    <DayFilter name="dueTo" label={t('Due on or before')} />
    <DateRangeFilter name="dateRange" label={t('Created')} />
  </>
)

const isMove = (task: ListedGeneralTask, to: string) => movesOf(task).some((state) => state === to)

/** Why a task cannot change to the chosen state; undefined if it can. */
function whyNotMoved(task: ListedGeneralTask, to: string): string | undefined {
  if (isMove(task, to)) return undefined
  if (to === 'DONE' && !isOver(task)) return t('Lines of its checklist must be ticked first.')
  return t('It is {state}.', { state: words(task.state) })
}

const changeStates: BulkAction<ListedGeneralTask> = {
  label: t('Change status'),
  call: setGeneralTaskState,
  choice: { label: t('New status'), options: optionsOf(generalTaskStates) },
  blocked: whyNotMoved,
  async run({ id, state, updatedAt }, choice) {
    const to = generalTaskStates.find((one) => one === choice) ?? state
    const at = await moveTask(id, state, to, updatedAt)
    return () => moveTask(id, to, state, at)
  },
  done: (count, status) =>
    t('{name}: status {status}', { name: counted(count, 'general task'), status: words(status) }),
}

const bulk = [changeStates, deleteEach<ListedGeneralTask>(deleteGeneralTask, 'general task')]

const rowActions = ({ id, title }: ListedGeneralTask) => (
  <RowActions
    name={title}
    view={`/general-tasks/${id}`}
    edit={{ to: `/general-tasks/${id}/edit`, call: updateGeneralTask }}
    remove={{
      endpoint: deleteGeneralTask,
      params: { id },
      confirm: t('Are you sure you want to delete this general task?'),
    }}
  />
)

/** Everybody's general tasks, in any state. */
export function GeneralTaskList() {
  const list = useList(filterGeneralTasks, noFilters, { opens: true })
  return (
    <Screen
      title={t('All general tasks')}
      source={list}
      failure={t('Failed to fetch general tasks')}
      actions={
        <>
          <LinkButton variant="default" to="/general-tasks">
            {t('My day')}
          </LinkButton>
          <LinkButton to="/general-tasks/create" call={createGeneralTask}>
            {t('New general task')}
          </LinkButton>
        </>
      }
    >
      <DataList
        name="general-tasks"
        caption={t('General tasks')}
        list={list}
        columns={columns}
        shown={shown}
        card={card}
        filters={filters}
        line={{ name: 'search', hint: t('Title or note') }}
        quick={quick}
        actions={rowActions}
        bulk={bulk}
        nameOf={({ title }) => title}
        panel={panel}
        exported={exportGeneralTasks}
        empty={t(
          'There are no general tasks yet. Enter what is to be done with New general task: by whom, until when, and how often.',
        )}
      />
    </Screen>
  )
}
