import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { AppError, databaseError } from './errors.ts'

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
export function refuseAddress(reply: FastifyReply): void {
  const refusal = new AppError(400, 'invalid', 'The address is not well-formed.')
  void reply.code(refusal.status).header('cache-control', 'no-store').send(refusal.answer())
}

/** Every refusal and fault leaves in one envelope; a fault of ours is logged whole and answered without its text. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { tooLarge } = request.routeOptions.config
    const known = error.statusCode === 413 && tooLarge ? new AppError(413, 'too_large', tooLarge) : appErrorOf(error)
    if (!known) request.log.error({ err: error }, 'unexpected fault')
    const answer = known ?? new AppError(500, 'internal', 'Something went wrong on our side. Nothing was saved.')
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
    return reply.code(answer.status).send(answer.answer())
  })
}
