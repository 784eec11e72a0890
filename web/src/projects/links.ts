import { kindsOf } from '@plinth/api/kernel/kinds'
import { filterProjects, project, projectLabels } from '@plinth/api/projects'
import { either } from '../app/record-search.ts'
import type { SliceLinks } from '../app/slice-links.ts'
import { call } from '../lib/call.ts'
import { words } from '../lib/format.ts'
import { t } from '../lib/language.ts'

export const links: SliceLinks = {
  beginnings: [{ to: '/projects/create', label: t('New project'), module: 'Projects' }],
  search: {
    title: t('Projects'),
    path: '/projects',
    call: filterProjects,
    async find(typed, signal) {
      const by = (filter: object) => call(filterProjects, { body: filter }, { signal })
      const found = await either(by({ projectName: typed }), by({ contractBidId: typed }))
      return found.map(({ id, projectName, contractBidId, status }) => ({
        id,
        label: projectName ?? contractBidId ?? words(status),
        detail: contractBidId,
        status: words(status),
      }))
    },
  },
  audited: {
    projects: { module: 'Projects', path: (id) => `/projects/${id}`, labels: projectLabels, kinds: kindsOf(project) },
  },
}
