import { once } from 'node:events'
import { connect } from 'node:net'
import { updateContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startTestServer } from '../../testing/test-server.ts'
import { untilOthersWait } from '../testing/lock-waits.ts'

const portOf = (url: string) => Number(new URL(url).port)

test('a server closes at once despite connections that were opened and never used', async () => {
  const server = await startTestServer()
  const sockets = Array.from({ length: 3 }, () => connect(portOf(server.url), '127.0.0.1'))
  for (const socket of sockets) {
    socket.on('error', () => {})
    await once(socket, 'connect')
  }
  await server.stranger.send('GET', '/healthz')
  const start = performance.now()
  await server.stop()
  expect(performance.now() - start).toBeLessThan(3_000)
})

test('a server closes at once despite a call that was answered before its body had arrived', async () => {
  const server = await startTestServer()
  const socket = connect(portOf(server.url), '127.0.0.1')
  socket.on('error', () => {})
  const head = ['POST /project/api/contracts/v2/bulk-upload HTTP/1.1', 'Host: localhost', 'Content-Length: 1000000']
  socket.write([...head, 'Content-Type: multipart/form-data; boundary=x', '', '--x'].join('\r\n'))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 401/)
  const start = performance.now()
  await server.stop()
  expect(performance.now() - start).toBeLessThan(3_000)
})

test('a connection keeps no listeners of calls that were answered before their bodies had arrived', async () => {
  const server = await startTestServer()
  const socket = connect(portOf(server.url), '127.0.0.1')
  const warnings: string[] = []
  const onWarning = ({ name }: Error) => warnings.push(name)
  process.on('warning', onWarning)
  const head = ['POST /project/api/contracts/v2/bulk-upload HTTP/1.1', 'Host: localhost', 'Content-Length: 5']
  for (let nth = 0; nth < 20; nth += 1) {
    socket.write([...head, 'Content-Type: multipart/form-data; boundary=x', '', '--x'].join('\r\n'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 401/)
    socket.write('--')
  }
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
  socket.destroy()
  await server.stop()
})

test('a server that closes answers the calls it has begun', async () => {
  const server = await startTestServer()
  const company = await newCompany(server)
  const owner = await company.as()
  const { id } = await newContract(owner)
  const isHeld = Promise.withResolvers<void>()
  const areWaiting = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = server.door.inTenant(company.id, owner.userId, async (db) => {
    await sql`select from contracts where id = ${id} for update`.execute(db)
    isHeld.resolve()
    await untilOthersWait(db, 3)
    areWaiting.resolve()
    await released.promise
  })
  await isHeld.promise
  const waiting = Array.from({ length: 3 }, () =>
    owner.sendCall(updateContract, { params: { id }, body: { comments: 'saved while closing' } }),
  )
  await areWaiting.promise
  const closing = server.stop()
  const isRefused = () =>
    server.stranger.send('GET', '/healthz').then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused).toBe(true)
  released.resolve()
  const replies = await Promise.all(waiting)
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
  const start = performance.now()
  await Promise.all([holding, closing])
  expect(performance.now() - start).toBeLessThan(3_000)
})
