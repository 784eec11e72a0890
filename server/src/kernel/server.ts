import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { AppError, databaseError } from './errors.ts'
import { slowUploadLimit } from './uploads.ts'

const byStatus: Record<number, [code: string, message: string]> = {
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
  const [code, message] = byStatus[status] ?? ['refused', 'The request was refused.']
  return new AppError(status, code, message)
}

/** An address that cannot be decoded never reaches the hooks: its answer is made here. */
function refuseAddress(reply: FastifyReply): void {
  const refusal = new AppError(400, 'invalid', 'The address is not well-formed.')
  void reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.answer())
}

/** Every refusal and fault leaves in one envelope; a fault of ours is logged whole and answered without its text. */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { tooLarge } = request.routeOptions.config
    const known = error.statusCode === 413 && tooLarge ? new AppError(413, 'too_large', tooLarge) : appErrorOf(error)
    if (!known) request.log.error({ err: error }, 'unexpected fault')
    const answer = known ?? new AppError(500, 'internal', 'Something went wrong on our side. Nothing was saved.')
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
    return reply.code(answer.status).send(answer.answer())
  })
}

export interface ServerOptions {
  /** Reverse proxies whose X-Forwarded-For is believed. */
  trustProxy?: string | undefined
  /** File for the server's log; without one nothing is logged. */
  logFile?: string | undefined
}

/** A server without calls: how it is spoken to, and how much it takes. */
export function newServer({ logFile, trustProxy }: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: logFile !== undefined && { level: 'info', file: logFile, redact: ['req.headers.authorization'] },
    bodyLimit: 1_048_576,
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
  answerErrors(app)
  return app
}
