import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorAnswer } from '@plinth/api/kernel/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type Log } from '../log/log-target.ts'
import { identify, logRequest } from '../log/request-log.ts'

/** Headers of an answer that is sent without the hooks, which set them on other answers. */
const bareHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}

/** An address that cannot be decoded never reaches the hooks, so it is answered here. */
export function refuseAddress(request: FastifyRequest, reply: FastifyReply, log?: Log): void {
  const refusal = new AppError(400, 'invalid', 'The address is not well-formed.')
  identify(request, reply)
  request.refusal = refusal.code
  reply.raw.once('close', () => logRequest(log, request, reply, reply.raw.writableFinished))
  void reply.code(refusal.status).headers(bareHeaders).send(refusal.answer())
}

const unreadable: Record<string, [status: number, answer: ErrorAnswer]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, { code: 'timeout', message: 'The request took too long to arrive.' }],
  HPE_HEADER_OVERFLOW: [431, { code: 'too_large', message: 'The head of the request is too large.' }],
}
const notHttp = { code: 'invalid', message: 'The request is not well-formed HTTP.' }

/**
 * Answers bytes that are no HTTP request, or did not arrive in time, and closes the connection: nothing that follows on
 * it can be read as a request.
 */
export function refuseUnreadable(app: FastifyInstance, { code = '' }: NodeJS.ErrnoException, socket: Socket): void {
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
