import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Takes so many bytes more at most, for so long, of what has not arrived whole; then the line is cut. */
export function linger(raw: IncomingMessage, bytes: number, milliseconds: number): void {
  const { socket } = raw
  const mostBytes = socket.bytesRead + bytes
  const end = Date.now() + milliseconds
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > mostBytes || Date.now() > end
    if (raw.complete || isOver) clearInterval(timer)
    if (!raw.complete && isOver) raw.destroy()
  }, 50).unref()
  // Of the request: a connection that is kept alive has many.
  raw.once('close', () => clearInterval(timer))
}

/**
 * Closing waits for every connection that Node counts as busy, for a minute or more. Three kinds only look it: one that
 * a browser opened ahead of need and has sent nothing, one kept alive after a call that was under way, and one whose call
 * was answered before all of it had arrived, such as a file that nobody takes.
 */
export function closePromptly(app: FastifyInstance): void {
  const open = new Set<Socket>()
  const answeredEarly = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of open) if (socket.bytesRead === 0 || answeredEarly.has(socket)) socket.destroy()
  })
  app.addHook('onResponse', async ({ raw, routeOptions }) => {
    const { socket } = raw
    if (raw.complete) return
    if (isClosing) socket.destroy()
    answeredEarly.add(socket)
    raw.once('close', () => answeredEarly.delete(socket))
    // Nobody waits for the rest: as much as the call would have taken may still come, and not for long.
    linger(raw, routeOptions.bodyLimit, slowBodyLimit)
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** The slowest that a file may arrive: 20 MB on a line of one megabit a second takes some three minutes. */
export const slowUploadLimit = 300_000

const slowBodyLimit = 28_000

/** Cuts off a body that trickles in, where it is no file. */
export function cutSlowBodies(app: FastifyInstance, limit = slowBodyLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.takesFile || request.method === 'GET') return
    const timer = setTimeout(() => {
      if (request.raw.complete || reply.sent) return
      const late = new AppError(408, 'timeout', 'The request took too long to arrive.')
      reply.raw.on('finish', () => request.raw.destroy())
      void reply.code(late.status).header('connection', 'close').send(late.answer())
    }, limit).unref()
    request.raw.once('close', () => clearTimeout(timer))
    request.raw.once('end', () => clearTimeout(timer))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Files take longer to arrive than anything else may. */
    takesFile?: boolean
  }
}
