import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/account.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { notMailed } from './contact/contact.queries.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { contractImportRoutes } from './contract-imports/contract-imports.routes.ts'
import { contractRoutes } from './contracts/contracts.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { depositRoutes } from './deposits/deposits.routes.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { describeCalls, healthRoutes } from './kernel/health.ts'
import { guardPages, servePages } from './kernel/pages.ts'
import { type Routes, routesOn } from './kernel/route.ts'
import { newServer, type ServerOptions } from './kernel/server.ts'
import type { Storage } from './kernel/storage.ts'
import type { Door } from './kernel/tenancy.ts'
import type { Tokens } from './kernel/tokens.ts'
import { closePromptly, cutSlowBodies } from './kernel/uploads.ts'
import { listSettingsRoutes } from './list-settings/list-settings.routes.ts'
import { moduleRoutes } from './modules/modules.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { roleMappingRoutes } from './role-mappings/role-mappings.routes.ts'
import { roleRoutes } from './roles/roles.routes.ts'
import { taskSheetRoutes } from './task-sheets/task-sheets.routes.ts'
import { taskRoutes } from './tasks/tasks.routes.ts'
import { tenantRoutes } from './tenants/tenants.routes.ts'
import { userRoutes } from './users/users.routes.ts'

const slices: ((routes: Routes) => void)[] = [
  authRoutes,
  accountRoutes,
  tenantRoutes,
  userRoutes,
  moduleRoutes,
  roleRoutes,
  roleMappingRoutes,
  contractRoutes,
  contractImportRoutes,
  depositRoutes,
  dashboardRoutes,
  projectRoutes,
  taskRoutes,
  taskSheetRoutes,
  listSettingsRoutes,
  documentRoutes,
]

export interface AppOptions extends ServerOptions {
  door: Door
  tokens: Tokens
  storage: Storage
  /** True while the disk is nearly full. */
  isReadOnly?: () => boolean
  metricsToken?: string | undefined
  /** Called when a visitor has left a message. */
  onContactMessage?: () => void
  /** Where visitors may write to, told on the contact page. */
  contactAddress?: string | undefined
  /** Folder of the built pages; without one only the API is served. */
  pages?: string | undefined
}

/** The whole product on one server, ready to listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { door, tokens, storage, isReadOnly = () => false, pages } = options
  const app = newServer(options)
  closePromptly(app)
  cutSlowBodies(app)
  await guardPages(app, storage.origin)
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  await describeCalls(app)
  await app.register(async (scope) => {
    const routes = routesOn(scope, { door, tokens, storage, isReadOnly })
    for (const slice of slices) slice(routes)
    contactRoutes(routes, options.onContactMessage ?? (() => {}))
  })
  healthRoutes(app, { door, metricsToken: options.metricsToken, notMailed: () => notMailed(door) })
  await servePages(app, { folder: pages, contactAddress: options.contactAddress })
  return app
}
