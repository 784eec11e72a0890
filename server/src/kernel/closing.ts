import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closing waits for every connection that Node counts as busy, for a minute or more. Two kinds only look it: one that
 * a browser opened ahead of need and has sent nothing, and one kept alive after a call that was under way.
 */
export function closePromptly(app: FastifyInstance): void {
  const open = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
