import * as api from '@plinth/api/works/general-tasks'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as tasks from './general-tasks.queries.ts'

function generalTaskRoutes({ route }: Routes) {
  route(api.filterGeneralTasks, ({ body }, { db }) => tasks.search(db, body))
  route(api.countGeneralTasks, ({ body }, { db }) => tasks.counts(db, body))
  route(api.exportGeneralTasks, ({ body }, { db }) => tasks.exported(db, body))
  route(api.listGeneralTaskAssignees, (_, { db }) => tasks.assignees(db))
  route(api.getGeneralTask, ({ params }, { db }) => tasks.get(db, params.id))
  route(api.createGeneralTask, ({ body }, { db }) => tasks.create(db, body))
  route(api.updateGeneralTask, ({ params, body }, { db }) => tasks.update(db, params.id, body))
  route(api.setGeneralTaskState, ({ params, body }, { db }) => tasks.setState(db, params.id, body))
  route(api.setGeneralTaskLine, ({ params, body }, { db }) => tasks.setLine(db, params, body.isDone))
  route(api.deleteGeneralTask, ({ params }, { db }) => tasks.remove(db, params.id))
}

export const generalTaskSlice: Slice = {
  routes: generalTaskRoutes,
  events: { exported: [api.exportGeneralTasks] },
  finds: { general_tasks: tasks.find },
}
