import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from './account/account.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { contractImportRoutes } from './contract-imports/contract-imports.routes.ts'
import { contractRoutes } from './contracts/contracts.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { depositRoutes } from './deposits/deposits.routes.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { answerErrors, refuseAddress } from './kernel/answers.ts'
import { closePromptly, cutSlowBodies, slowUploadLimit } from './kernel/connections.ts'
import { healthRoutes } from './kernel/health.ts'
import { servePages } from './kernel/pages.ts'
import { type Routes, routesOn } from './kernel/route.ts'
import type { Storage } from './kernel/storage.ts'
import type { Door } from './kernel/tenancy.ts'
import type { Tokens } from './kernel/tokens.ts'
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

export interface AppOptions {
  door: Door
  tokens: Tokens
  storage: Storage
  /** True while the disk is nearly full. */
  isReadOnly?: () => boolean
  metricsToken?: string | undefined
  /** Reverse proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined
  /** Folder of the built pages; without one only the API is served. */
  pages?: string | undefined
  /** File for the server's log; without one nothing is logged. */
  logFile?: string | undefined
}

const bodyLimit = 1_048_576
const slowBodyLimit = 30_000

function newServer({ logFile, trustProxy }: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: logFile !== undefined && { level: 'info', file: logFile, redact: ['req.headers.authorization'] },
    bodyLimit,
    requestTimeout: slowUploadLimit,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    trustProxy: trustProxy ?? false,
    // Longer than any address can be: an absurd id is refused as an id.
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (_, __, reply) => refuseAddress(reply),
    logController: new LogController({ disableRequestLogging: true }),
  })
  // A browser's plain form can send text/plain from anywhere; we speak JSON only.
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some calls are posted with a content type and nothing else.
    if (body.length === 0) return done(null, undefined)
    return parseJson(request, String(body), done)
  })
  app.setSerializerCompiler(serializerCompiler)
  // Input is judged by the kernel after the permission is.
  app.setValidatorCompiler(() => (value) => ({ value }))
  return app
}

/** The whole product on one server, ready to listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { door, tokens, storage, isReadOnly = () => false, pages } = options
  const app = newServer(options)
  answerErrors(app)
  closePromptly(app)
  cutSlowBodies(app, slowBodyLimit)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Large files come and go between the browser and the store itself, where it can be reached.
        connectSrc: ["'self'", ...(storage.origin ? [storage.origin] : [])],
        // Mantine writes its computed styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Plinth', version: '0.1.0' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.header('cache-control', 'no-store')
  })
  await app.register(async (scope) => {
    const routes = routesOn(scope, { door, tokens, storage, isReadOnly })
    for (const slice of slices) slice(routes)
  })
  healthRoutes(app, { door, metricsToken: options.metricsToken })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await servePages(app, pages)
  return app
}
