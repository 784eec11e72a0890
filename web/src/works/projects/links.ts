import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/projects/create', label: t('New project'), module: 'Projects' }],
  search: { kind: 'projects', title: t('Projects'), path: '/projects' },
  audited: {
    projects: {
      module: 'Projects',
      path: (id) => `/projects/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/works/projects')),
        ({ project, projectLabels }) => ({ labels: projectLabels, kinds: kindsOf(project) }),
      ),
    },
  },
}
