import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutSlowBodies } from './connections.ts'

let app: FastifyInstance
const sockets: Socket[] = []

beforeAll(async () => {
  app = Fastify()
  cutSlowBodies(app, 200)
  app.post('/form', async ({ body }) => body)
  app.post('/file', { config: { takesFile: true } }, async ({ body }) => body)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
})

/**
 * Sends the head of a request and the first byte of its body; resolves with what was received until the server hung up.
 */
function trickle(path: string): { socket: Socket; ended: Promise<string> } {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`)
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(received))) }
}

test('a body that does not arrive is answered 408, and its connection is closed', async () => {
  const received = await trickle('/form').ended
  expect(received).toContain('HTTP/1.1 408')
  expect(received).toContain('The request took too long to arrive.')
})

test('a file may take longer, and a body that arrived in time is accepted', async () => {
  const { socket, ended } = trickle('/file')
  // By now a form that began later has been cut off.
  await trickle('/form').ended
  socket.end('}')
  expect(await ended).toContain('HTTP/1.1 200')
  const reply = await app.inject({ method: 'POST', url: '/form', payload: { fine: true } })
  expect(reply.statusCode).toBe(200)
})
