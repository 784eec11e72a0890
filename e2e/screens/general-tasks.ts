import { createGeneralTask, filterGeneralTasks } from '@plinth/api/works/general-tasks'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/general-tasks',
    '/general-tasks/list',
    '/general-tasks/list?open=:generalTask',
    '/general-tasks/list?search=no+such',
    '/general-tasks/create',
    '/general-tasks/:generalTask',
    '/general-tasks/:generalTask/edit',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterGeneralTasks, { body: { title: 'File GSTR-3B' } })
    return { generalTask: content[0]?.id }
  },
  lists: [{ path: '/general-tasks/list', call: filterGeneralTasks }],
  patterned: [{ path: '/general-tasks/list', name: 'title', filter: 'Title', column: 'Title' }],
  async make({ owner }, title) {
    return { generalTask: (await owner.ok(createGeneralTask, { body: { title } })).id }
  },
  shown: ['/general-tasks', '/general-tasks/list', '/general-tasks/:generalTask'],
  entered: ['/general-tasks/create', '/general-tasks/:generalTask/edit'],
}
