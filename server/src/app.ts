import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import {
  changePassword,
  changeSignInNames,
  confirmSecondFactor,
  endAccountSession,
  endAllAccountSessions,
  removeSecondFactor,
} from '@plinth/api/account'
import { exportAuditTrail } from '@plinth/api/audit-trail'
import { logout } from '@plinth/api/auth'
import { exportContracts } from '@plinth/api/contracts'
import { exportContractDeposits, exportDeposits } from '@plinth/api/deposits'
import type { Endpoint, ErrorAnswer } from '@plinth/api/kernel/endpoint'
import { createModule, deleteModule, updateModule } from '@plinth/api/modules'
import { createPasswordLink } from '@plinth/api/password-links'
import { exportProjects } from '@plinth/api/projects'
import { createRoleMapping, deleteRoleMapping, setRoleMapping } from '@plinth/api/role-mappings'
import { createRole, deleteRole, setRolePermissions, updateRole } from '@plinth/api/roles'
import { exportTasks } from '@plinth/api/task-sheets'
import * as tenants from '@plinth/api/tenants'
import * as users from '@plinth/api/users'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from './account/account.routes.ts'
import { auditTrailRoutes } from './audit-trail/audit-trail.routes.ts'
import { notSealed } from './audit-trail/seals.queries.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { notMailed } from './contact/contact.queries.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { contractImportRoutes } from './contract-imports/contract-imports.routes.ts'
import { contractRoutes } from './contracts/contracts.routes.ts'
import { dashboardRoutes } from './dashboard/dashboard.routes.ts'
import { depositRoutes } from './deposits/deposits.routes.ts'
import { documentRoutes } from './documents/documents.routes.ts'
import { notDrawn } from './documents/drawing.queries.ts'
import { notSwept } from './documents/sweep.queries.ts'
import type { ContactDetails } from './kernel/config.ts'
import { AppError, databaseError, type RefusalCode } from './kernel/errors.ts'
import { healthRoutes, openMetrics, type Queue } from './kernel/health.ts'
import { identify, type Log, loggerTo, type SecurityEvent, tellCalls, tellRefusal, tellRequest } from './kernel/log.ts'
import { pageOriginBy } from './kernel/page-origin.ts'
import { guardPages, servePages } from './kernel/pages.ts'
import { type Routes, routesOn } from './kernel/route.ts'
import type { Storage } from './kernel/storage.ts'
import type { Sweeper } from './kernel/sweeper.ts'
import type { Door } from './kernel/tenancy.ts'
import type { Tokens } from './kernel/tokens.ts'
import { closePromptly, cutSlowBodies, slowUploadLimit } from './kernel/uploads.ts'
import { listSettingsRoutes } from './list-settings/list-settings.routes.ts'
import { moduleRoutes } from './modules/modules.routes.ts'
import { lettersNotMailed } from './password-links/letters.queries.ts'
import { passwordLinkRoutes } from './password-links/password-links.routes.ts'
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
  auditTrailRoutes,
]

/** Calls whose success has a line of its own in the log. */
const events: [SecurityEvent, Endpoint[]][] = [
  ['signed_out', [logout]],
  ['sessions_ended', [endAccountSession, endAllAccountSessions, users.endUserSessions]],
  ['password_changed', [changePassword]],
  ['second_factor_set_up', [confirmSecondFactor]],
  ['second_factor_removed', [removeSecondFactor, users.resetUserSecondFactor]],
  ['sign_in_unlocked', [users.unlockUser]],
  ['password_link_made', [createPasswordLink]],
  ['person_changed', [changeSignInNames, users.createUser, users.updateUser, users.deleteUser]],
  ['grant_changed', [createRoleMapping, setRoleMapping, deleteRoleMapping, setRolePermissions]],
  ['grant_changed', [createRole, updateRole, deleteRole]],
  ['company_changed', [tenants.createTenant, tenants.updateTenant, tenants.deleteTenant, tenants.startOwnCompany]],
  ['policy_changed', [tenants.updateSecurityPolicy]],
  ['modules_changed', [createModule, updateModule, deleteModule]],
  ['exported', [exportContracts, exportDeposits, exportContractDeposits, exportProjects, exportTasks]],
  ['exported', [users.exportUsers, tenants.exportTenants, exportAuditTrail]],
]
export const eventsByCall: ReadonlyMap<string, SecurityEvent> = new Map(
  events.flatMap(([event, calls]) => calls.map(({ method, path }) => [`${method} ${path}`, event] as const)),
)

const queuesOf = (door: Door): Queue[] => [
  {
    name: 'mail',
    help: 'Messages of visitors and letters about sign-ins that have not been mailed, given up ones among them.',
    measure: async () => {
      const [visitors, people] = await Promise.all([notMailed(door), lettersNotMailed(door)])
      return { waiting: visitors.messages + people.letters, oldest: Math.max(visitors.oldest, people.oldest) }
    },
  },
  {
    name: 'documents',
    help: 'What uploads and deletes that were cut short have left in the store, until the next sweep.',
    measure: async () => ({ waiting: await notSwept(door) }),
    goodFor: 60_000,
  },
  {
    name: 'pictures',
    help: 'Documents whose thumbnail and preview are still to be drawn.',
    measure: () => notDrawn(door),
    goodFor: 5_000,
  },
  {
    name: 'audit',
    help: 'Entries of the audit trail that have no seal yet.',
    measure: async () => {
      const { entries, oldest } = await notSealed(door)
      return { waiting: entries, oldest }
    },
    goodFor: 30_000,
  },
]

const byStatus: Record<number, [code: RefusalCode, message: string]> = {
  400: ['invalid', 'The request is not well-formed JSON.'],
  404: ['not_found', 'Not found'],
  408: ['timeout', 'The request took too long to arrive.'],
  413: ['too_large', 'The request is too large.'],
  415: ['unsupported_type', 'The content type must be application/json.'],
  429: ['too_many', 'Too many requests. Please wait a moment.'],
}

function appErrorOf(error: FastifyError | Error): AppError | undefined {
  if (error instanceof AppError) return error
  const known = databaseError(error)
  if (known) return known
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === undefined || status < 400 || status > 499) return undefined
  // What the server of files forbids, an odd spelling of a path, is simply not there.
  const told = status === 403 ? 404 : status
  const [code, message] = byStatus[told] ?? (['refused', 'The request was refused.'] as const)
  return new AppError(told, code, message)
}

/** Of an answer that is made without the hooks, which say this of the others. */
const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** An address that cannot be decoded never reaches the hooks: its answer is made here. */
function refuseAddress(request: FastifyRequest, reply: FastifyReply, log?: Log): void {
  const refusal = new AppError(400, 'invalid', 'The address is not well-formed.')
  identify(request, reply)
  request.refusal = refusal.code
  reply.raw.once('close', () => tellRequest(log, request, reply, reply.raw.writableFinished))
  void reply.code(refusal.status).headers(bareHeaders).send(refusal.answer())
}

const unreadable: Record<string, [status: number, answer: ErrorAnswer]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, { code: 'timeout', message: 'The request took too long to arrive.' }],
  HPE_HEADER_OVERFLOW: [431, { code: 'too_large', message: 'The head of the request is too large.' }],
}
const notHttp = { code: 'invalid', message: 'The request is not well-formed HTTP.' }

/** What is no request, or did not come whole in time: nothing that follows on its line can be known for one. */
function refuseUnreadable(app: FastifyInstance, { code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, answer] = unreadable[code] ?? [400, notHttp]
  const requestId = randomUUID()
  app.log.info({ event: 'request', requestId, address: socket.remoteAddress, route: 'none', status, code })
  const body = JSON.stringify(answer)
  const headers = {
    ...bareHeaders,
    connection: 'close',
    'content-length': body.length,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}

/** How to come to a session, with every 401 (RFC 6750, section 3): told apart is a token that was sent and is not good. */
const challengeOf = ({ headers }: FastifyRequest, { code }: AppError) =>
  code === 'no_session' && headers.authorization !== undefined ? 'Bearer error="invalid_token"' : 'Bearer'

const unexpected = (id: string) =>
  new AppError(
    500,
    'internal',
    `Something went wrong on our side. Nothing was saved. If it happens again, tell the operator: ${id}`,
  )

/** Every refusal and fault leaves in one envelope; a fault of ours is logged whole and answered without its text. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { tooLarge } = request.routeOptions.config
    const known = error.statusCode === 413 && tooLarge ? new AppError(413, 'too_large', tooLarge) : appErrorOf(error)
    const answer = known ?? unexpected(request.id)
    tellRefusal(error, answer, request)
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
    if (answer.status === 401) reply.header('www-authenticate', challengeOf(request, answer))
    return reply.code(answer.status).send(answer.answer())
  })
}

/** Tells of every call, for programs that make them. It is made when it is first asked for, which few ever do. */
function describeCalls(app: FastifyInstance): void {
  let told: Promise<string> | undefined
  app.get('/openapi.json', async (_, reply) => {
    told ??= import('./description.ts').then(({ describeWire }) => JSON.stringify(describeWire()))
    return reply.type('application/json; charset=utf-8').send(await told)
  })
}

interface ServerOptions {
  /** Reverse proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined
  /** Without one nothing is logged. */
  log?: Log | undefined
}

/**
 * A server without calls: how it is spoken to, how much it takes, and what it tells of it. `events` names calls, by method
 * and path, whose success is one for the log.
 */
export function newServer(
  { log, trustProxy }: ServerOptions,
  events: ReadonlyMap<string, SecurityEvent>,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: log ? loggerTo(log) : false,
    // Lines say themselves whose they are.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    requestTimeout: slowUploadLimit,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    trustProxy: trustProxy ?? false,
    // Longer than any address can be: an absurd id is refused as an id.
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (_, request, reply) => refuseAddress(request, reply, log),
    clientErrorHandler: (error, socket) => refuseUnreadable(app, error, socket),
    logController: new LogController({ disableRequestLogging: true }),
  })
  // More would take the files and connections that the calls themselves need.
  app.server.maxConnections = 4_000
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
  tellCalls(app, events, log)
  answerErrors(app)
  return app
}

export interface AppOptions extends ServerOptions {
  door: Door
  tokens: Tokens
  storage: Storage
  /** True while the disk is nearly full. */
  isReadOnly?: () => boolean
  metricsToken?: string | undefined
  /** What goes when its time is over: how that has gone is told by the metrics. */
  sweeper?: Sweeper | undefined
  /** Whether a link to choose a password can be mailed to the person: there is a mail server, and an address to lead to. */
  mailsLinks?: boolean
  /** Called when a visitor has left a message. */
  onContactMessage?: () => void
  /** Called when there are pictures of documents to be drawn. */
  onPicturesDue?: () => void
  /** How to reach whoever runs the installation, told on the contact page. */
  contact?: ContactDetails | undefined
  /** Scheme, host and port that people reach the product under; without it those of each request count. */
  publicUrl?: string | undefined
  /** Folder of the built pages; without one only the API is served. */
  pages?: string | undefined
}

/** The whole product on one server, ready to listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { tokens, storage, log, metricsToken, isReadOnly = () => false, pages } = options
  const { door, registry } = openMetrics(options.door)
  const originOf = pageOriginBy(options.publicUrl)
  const app = newServer(options, eventsByCall)
  closePromptly(app)
  cutSlowBodies(app)
  await guardPages(app, storage.origin)
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  describeCalls(app)
  await app.register(async (scope) => {
    const routes = routesOn(scope, { door, tokens, storage, isReadOnly, originOf })
    for (const slice of slices) slice(routes)
    documentRoutes(routes, options.onPicturesDue ?? (() => {}))
    passwordLinkRoutes(routes, options.mailsLinks ?? false)
    contactRoutes(routes, options.onContactMessage ?? (() => {}))
  })
  const linesLost = () => log?.lost() ?? 0
  const [folder, queues] = [storage.arrivals, queuesOf(options.door)]
  const { door: plain, sweeper } = options
  healthRoutes(app, { door: plain, registry, metricsToken, isReadOnly, folder, queues, linesLost, sweeper })
  await servePages(app, { folder: pages, contact: options.contact, originOf })
  return app
}
