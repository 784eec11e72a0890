import * as api from '@plinth/api/works/tasks'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as tasks from './tasks.queries.ts'
import * as tree from './tree.queries.ts'

function taskRoutes({ route }: Routes) {
  route(api.filterTasks, ({ body }, { db }) => tree.search(db, body))
  route(api.countTasks, ({ body }, { db }) => tree.counts(db, body))
  route(api.listAssignees, (_, { db }) => tasks.assignees(db))
  route(api.listTaskProjects, (_, { db }) => tasks.projects(db))
  route(api.summarizeTaskStatuses, ({ query }, { db }) => tasks.countByStatus(db, query.projectId))
  route(api.getTask, ({ params }, { db }) => tasks.get(db, params.id))
  route(api.getTaskBranch, ({ params }, { db }) => tasks.branch(db, params.id))
  route(api.listTaskStatusHistory, ({ params }, { db }) => tasks.history(db, params.id))
  route(api.createTask, ({ body }, { db }) => tasks.create(db, body))
  route(api.updateTask, ({ params, body }, { db }) => tasks.update(db, params.id, body))
  route(api.moveTask, ({ params, body }, { db }) => tasks.move(db, params.id, body))
  route(api.deleteTask, ({ params }, { db }) => tasks.remove(db, params.id))
}

export const taskSlice: Slice = {
  routes: taskRoutes,
  finds: { tasks: tasks.find },
}
