import { countTasks, filterTasks, type Task, type TaskNode } from '@plinth/api/works/tasks'
import { rowsOf, type TodayCard } from '../../app/today-card.ts'
import { t } from '../../lib/language.ts'
import { currentUser } from '../../lib/session.ts'
import { dueOf, dueText } from './task-due.ts'
import { everyTask } from './task-tree.ts'

const done: readonly Task['status'][] = ['COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED']

/** The user's own open tasks in these trees, sorted by due day. */
function mine(trees: TaskNode[]) {
  const me = currentUser()?.id
  return everyTask(trees)
    .filter(({ assignedTo, status }) => assignedTo === me && !done.includes(status))
    .toSorted((a, b) => (dueOf(a) ?? '9').localeCompare(dueOf(b) ?? '9'))
}

export const today: TodayCard = {
  title: t('Tasks'),
  to: '/project-tasks/list',
  count: countTasks,
  groups: [
    {
      title: t('Mine'),
      figures: [
        { quickFilters: ['MINE', 'OVERDUE'], isAlarm: true },
        { quickFilters: ['MINE', 'DUE_TODAY'] },
        { quickFilters: ['MINE', 'THIS_WEEK'] },
        { quickFilters: ['MINE'], label: t('All open') },
      ],
    },
    {
      title: t('Everybody’s'),
      figures: [{ quickFilters: ['TO_REVIEW'] }, { quickFilters: ['OVERDUE'], isAlarm: true }],
    },
  ],
  next: {
    title: t('Mine, what is due first'),
    of: { quickFilters: ['MINE'] },
    rows: rowsOf(filterTasks, { body: { quickFilters: ['MINE'] } }, (answer) =>
      mine(answer)
        .slice(0, 5)
        .map((task) => ({ id: task.id, to: `/project-tasks/${task.id}`, name: task.title, ...dueText(task) })),
    ),
    none: t('No open task is assigned to you.'),
  },
}
