import { messageOf } from '@plinth/api/kernel/messages'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, databaseError, type RefusalCode } from '../errors.ts'
import { logRefusal } from '../log/request-log.ts'

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
  // The static file server forbids oddly spelled paths; to the client they do not exist.
  const answeredStatus = status === 403 ? 404 : status
  const [code, message] = byStatus[answeredStatus] ?? (['refused', 'The request was refused.'] as const)
  return new AppError(answeredStatus, code, message)
}

/** The challenge of every 401 (RFC 6750, section 3); a token that was sent and is not valid gets its own error. */
const challengeOf = ({ headers }: FastifyRequest, { code }: AppError) =>
  code === 'no_session' && headers.authorization !== undefined ? 'Bearer error="invalid_token"' : 'Bearer'

const unexpected = (id: string) =>
  new AppError(
    500,
    'internal',
    messageOf('Something went wrong on our side. Nothing was saved. If it happens again, tell the operator: {id}', {
      id,
    }),
  )

/**
 * Answers every refusal and fault in one envelope. A fault of the server is logged in full and answeredStatus without its
 * text.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { tooLarge } = request.routeOptions.config
    const known = error.statusCode === 413 && tooLarge ? new AppError(413, 'too_large', tooLarge) : appErrorOf(error)
    const answer = known ?? unexpected(request.id)
    logRefusal(error, answer, request)
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
    if (answer.status === 401) reply.header('www-authenticate', challengeOf(request, answer))
    return reply.code(answer.status).send(answer.answer())
  })
}
