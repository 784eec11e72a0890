import { createProject, filterProjects } from '@plinth/api/works/projects'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/projects',
    '/projects?open=:project',
    '/projects/create',
    '/projects/:project',
    '/projects/:project/edit',
    '/projects/no-project/edit',
  ],
  async find({ owner }) {
    const [project] = await owner.ok(filterProjects, { body: { contractBidNo: 'NIT-' } })
    return { project: project?.id }
  },
  lists: [{ path: '/projects', call: filterProjects }],
  patterned: [{ path: '/projects', name: 'projectName', filter: 'Project name', column: 'Project name' }],
  async make({ owner }, projectName) {
    return { project: (await owner.ok(createProject, { body: { projectName } })).id }
  },
  shown: ['/projects', '/projects/:project'],
  entered: ['/projects/create', '/projects/:project/edit'],
}
