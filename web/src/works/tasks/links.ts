import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/project-tasks/create', label: t('New task'), module: 'Project Tasks' }],
  search: { kind: 'tasks', title: t('Tasks'), path: '/project-tasks' },
  audited: {
    tasks: {
      module: 'Project Tasks',
      path: (id) => `/project-tasks/${id}`,
      // A rate is in rupees, to the thousandth.
      fields: lateFields(
        lateScript(() => import('@plinth/api/works/tasks')),
        ({ task, taskLabels }) => ({
          labels: taskLabels,
          kinds: { ...kindsOf(task), estimatedRate: 'money', actualRate: 'money' },
        }),
      ),
    },
  },
}
