import * as api from '@plinth/api/works/projects'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as projects from './projects.queries.ts'

function projectRoutes({ route }: Routes) {
  route(api.filterProjects, ({ body }, { db }) => projects.search(db, body))
  route(api.countProjects, ({ body }, { db }) => projects.counts(db, body))
  route(api.listProjectGroups, ({ body }, { db }) => projects.groups(db, body))
  route(api.exportProjects, ({ body }, { db }) => projects.exportAll(db, body))
  route(api.getProject, ({ params }, { db }) => projects.get(db, params.id))
  route(api.listProjectStatusHistory, ({ params }, { db }) => projects.history(db, params.id))
  route(api.createProject, ({ body }, { db }) => projects.create(db, body))
  route(api.updateProject, ({ params, body }, { db }) => projects.update(db, params.id, body))
  route(api.deleteProject, ({ params }, { db }) => projects.remove(db, params.id))
}

export const projectSlice: Slice = {
  routes: projectRoutes,
  events: { exported: [api.exportProjects] },
  finds: { projects: projects.find },
}
