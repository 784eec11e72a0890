import { kindsOf } from '@plinth/api/kernel/kinds'
import { project, projectLabels } from '@plinth/api/projects'
import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/projects/create', label: t('New project'), module: 'Projects' }],
  search: { kind: 'projects', title: t('Projects'), path: '/projects' },
  audited: {
    projects: { module: 'Projects', path: (id) => `/projects/${id}`, labels: projectLabels, kinds: kindsOf(project) },
  },
}
