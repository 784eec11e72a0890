import * as api from '@plinth/api/works/task-sheets'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as sheets from './task-sheets.queries.ts'

const ownCompany = () => null

function taskSheetRoutes({ route, stagedRoute }: Routes) {
  route(api.exportTasks, ({ query }, { db }) => sheets.exportTree(db, query))
  route(api.downloadTaskTemplate, ({ query }) => sheets.template(query.format))
  stagedRoute(api.uploadTasks, ownCompany, ({ query, body }, context) =>
    sheets.upload(context, body, { projectId: query.projectId, isDryRun: query.dryRun === 'true' }),
  )
}

export const taskSheetSlice: Slice = {
  routes: taskSheetRoutes,
  events: { exported: [api.exportTasks] },
}
