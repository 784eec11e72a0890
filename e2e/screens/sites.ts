import { createSite, filterSites } from '@plinth/api/works/sites'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/projects/sites',
    '/projects/sites?open=:site',
    '/projects/sites?name=no+such',
    '/projects/sites/create',
    '/projects/sites/:site',
    '/projects/sites/:site/edit',
  ],
  async find({ owner }) {
    return { site: (await owner.ok(filterSites, { body: {} })).content[0]?.id }
  },
  lists: [{ path: '/projects/sites', call: filterSites }],
  patterned: [{ path: '/projects/sites', name: 'name', filter: 'Name', column: 'Name' }],
  async make({ owner }, name, { project: projectId = '' }) {
    return { site: (await owner.ok(createSite, { body: { name, projectId } })).id }
  },
  shown: ['/projects/sites', '/projects/sites/:site'],
  entered: ['/projects/sites/create', '/projects/sites/:site/edit'],
}
