import { kindsOf } from '@plinth/api/kernel/kinds'
import { filterTasks, type TaskNode, task, taskLabels } from '@plinth/api/tasks'
import { foundPerKind } from '../app/record-search.ts'
import type { SliceLinks } from '../app/slice-links.ts'
import { call } from '../lib/call.ts'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'

const flat = (tasks: readonly TaskNode[]): TaskNode[] => tasks.flatMap((task) => [task, ...flat(task.children)])

export const links: SliceLinks = {
  beginnings: [{ to: '/project-tasks/create', label: t('New task'), module: 'Project Tasks' }],
  search: {
    title: t('Tasks'),
    path: '/project-tasks',
    call: filterTasks,
    async find(typed, signal) {
      const trees = await call(filterTasks, { body: { title: typed } }, { signal })
      return flat(trees)
        .filter(({ title }) => title.toLocaleLowerCase().includes(typed.toLocaleLowerCase()))
        .slice(0, foundPerKind)
        .map(({ id, title, hierarchyPath, status }) => ({
          id,
          label: title,
          detail: hierarchyPath,
          status: words(status),
        }))
    },
  },
  audited: {
    tasks: {
      module: 'Project Tasks',
      path: (id) => `/project-tasks/${id}`,
      labels: taskLabels,
      // A rate is in rupees, to the thousandth.
      kinds: { ...kindsOf(task), estimatedRate: 'money', actualRate: 'money' },
    },
  },
}
