import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Reads up to `bytes` more of an incomplete request for at most `milliseconds`, then destroys it. */
export function linger(raw: IncomingMessage, bytes: number, milliseconds: number): void {
  const { socket } = raw
  const mostBytes = socket.bytesRead + bytes
  const end = Date.now() + milliseconds
  const timer = setInterval(() => {
    const isOver = socket.bytesRead > mostBytes || Date.now() > end
    if (raw.complete || isOver) clearInterval(timer)
    if (!raw.complete && isOver) raw.destroy()
  }, 50).unref()
  // Listens on the request and not on the socket, which a kept-alive connection reuses for many requests.
  raw.once('close', () => clearInterval(timer))
}

/**
 * Closing waits for every connection that Node counts as busy, for a minute or more. Three kinds are not really busy
 * and are destroyed: a connection that a browser opened early and never used, one that is kept alive after a call that
 * was under way, and one whose call was answered before its body had arrived, such as a file that was refused.
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
    // Nobody needs the rest: the client may still send as much as the call would have taken, but not for long.
    linger(raw, routeOptions.bodyLimit, slowBodyLimit)
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}

/** The longest that a file may take to arrive: 20 MB at one megabit a second take some three minutes. */
export const slowUploadLimit = 300_000

const slowBodyLimit = 28_000

/** Answers 408 to a slow body and destroys the request, unless the route takes a file. */
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
    /** The route takes a file, which may take longer to arrive. */
    takesFile?: boolean
  }
}
