import { filterProjects } from '@plinth/api/works/projects'
import { createTask, filterTasks } from '@plinth/api/works/tasks'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/project-tasks',
    '/project-tasks?projectId=:project',
    '/project-tasks/list?projectId=:project&view=gantt',
    '/project-tasks/list?view=gantt',
    '/project-tasks/list?projectId=:project&view=board',
    '/project-tasks/list?view=board',
    '/project-tasks/create',
    '/project-tasks/:task',
    '/project-tasks/:task/edit',
    '/project-tasks/no-task',
    '/inventories',
  ],
  async find({ owner }) {
    const [project] = await owner.ok(filterProjects, { body: { contractBidNo: 'NIT-' } })
    const [task] = await owner.ok(filterTasks, { body: { projectId: project?.id ?? '' } })
    return { task: task?.id }
  },
  lists: [
    { path: '/project-tasks', call: filterTasks },
    { path: '/project-tasks/list?view=board', call: filterTasks },
    { path: '/project-tasks/list?view=gantt', call: filterTasks },
    { path: '/inventories', call: filterTasks },
  ],
  async make({ owner }, title, { project: projectId = '' }) {
    return { task: (await owner.ok(createTask, { body: { projectId, title } })).id }
  },
  shown: ['/project-tasks/list', '/project-tasks/:task', '/inventories'],
  entered: ['/project-tasks/create', '/project-tasks/:task/edit'],
}
