import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import type { Log } from '../log/log-target.ts'
import { loggerTo } from '../log/logger.ts'
import { logCalls } from '../log/request-log.ts'
import type { SecurityEvent } from '../log/security-events.ts'
import { encoded } from './answer-faults.ts'
import { slowUploadLimit } from './connections.ts'
import { answerErrors } from './error-answers.ts'
import { refuseAddress, refuseUnreadable } from './unreadable-requests.ts'

export interface ServerOptions {
  /** Reverse proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined
  /** Without it nothing is logged. */
  log?: Log | undefined
}

/**
 * Creates a server without calls: its limits, parsers, error answers and log. `events` names the calls, by method and
 * path, whose success is a security event for the log.
 */
export function newServer(
  { log, trustProxy }: ServerOptions,
  events: ReadonlyMap<string, SecurityEvent>,
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    logger: log ? loggerTo(log) : false,
    // Each log line names its request itself, so no child logger is needed.
    childLoggerFactory: (logger) => logger,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    requestTimeout: slowUploadLimit,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    forceCloseConnections: 'idle',
    trustProxy: trustProxy ?? false,
    // Longer than any address can be, so that an absurd id is refused as an id.
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (_, request, reply) => refuseAddress(request, reply, log),
    clientErrorHandler: (error, socket) => refuseUnreadable(app, error, socket),
    logController: new LogController({ disableRequestLogging: true }),
  })
  // More connections would use up the file descriptors that the calls need.
  app.server.maxConnections = 4_000
  // A plain HTML form of any site can send text/plain; this server accepts JSON only.
  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some calls are posted with a content type and no body.
    if (body.length === 0) return done(null, undefined)
    return parseJson(request, String(body), done)
  })
  app.setSerializerCompiler<$ZodType>(
    ({ schema }) =>
      (value) =>
        JSON.stringify(encoded(schema, value)),
  )
  // The kernel checks the input itself, after the permission.
  app.setValidatorCompiler(() => (value) => ({ value }))
  logCalls(app, events, log)
  answerErrors(app)
  return app
}
