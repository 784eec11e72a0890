import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t, translated } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** A line is told by its task, which stands in the entry of its making only; else the list has it. */
function linePath(_: string, { changes }: AuditEntry): string {
  const id = changes['task_id']
  return typeof id === 'string' ? `/general-tasks/${id}` : '/general-tasks/list'
}

const wire = lateScript(() => import('@plinth/api/works/general-tasks'))

export const links: SliceLinks = {
  screens: [{ to: '/general-tasks/list', label: t('All general tasks'), module: 'General Tasks', can: 'canView' }],
  beginnings: [{ to: '/general-tasks/create', label: t('New general task'), module: 'General Tasks' }],
  search: { kind: 'general_tasks', title: t('General tasks'), path: '/general-tasks' },
  audited: {
    general_tasks: {
      module: 'General Tasks',
      path: (id) => `/general-tasks/${id}`,
      fields: lateFields(wire, ({ generalTask, generalTaskLabels }) => ({
        labels: generalTaskLabels,
        kinds: kindsOf(generalTask),
      })),
    },
    general_task_lines: {
      module: 'General Tasks',
      path: linePath,
      fields: lateFields(wire, ({ generalTaskLine }) => ({
        labels: { text: translated('Line'), isRequired: translated('Required'), isDone: translated('Ticked') },
        kinds: kindsOf(generalTaskLine),
      })),
    },
  },
}
