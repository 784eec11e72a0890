import { kindsOf } from '@plinth/api/kernel/kinds'
import { task, taskLabels } from '@plinth/api/tasks'
import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/project-tasks/create', label: t('New task'), module: 'Project Tasks' }],
  search: { kind: 'tasks', title: t('Tasks'), path: '/project-tasks' },
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
