import { getSession, login } from '@plinth/api/access/auth'
import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { contractBody } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { migrate } from '../db/migrate.ts'
import { adminClient, newId, ownDatabase, type TestDatabase, testSecret } from '../testing/databases.ts'

/** These tests cut the connections of a running server, so they use a database of their own. */

let database: TestDatabase
let admin: Awaited<ReturnType<typeof adminClient>>
let server: TestServer
let company: Company
let owner: Client
let role: string

beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  admin = await adminClient(database.admin)
  const connection = await migrate(database.admin, testSecret)
  role = admin.escapeIdentifier(connection.user ?? '')
  server = await startTestServer({ login: connection })
  company = await newCompany(server)
  owner = await company.as()
})
afterAll(async () => {
  await server.stop()
  await admin.end()
  await database.stop()
})

const killConnections = () =>
  admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
const status = async (path: string) => (await server.stranger.send('GET', path)).status

describe('when every connection is cut', () => {
  test('the server survives, and later calls work or answer 503', async () => {
    for (let round = 0; round < 5; round += 1) {
      await killConnections()
      const replies = await Promise.all(Array.from({ length: 8 }, () => owner.sendCall(getSession, {})))
      for (const reply of replies) {
        expect([200, 503]).toContain(reply.status)
        if (reply.status === 503) expect(reply.headers.get('retry-after')).toBe('2')
      }
      expect((await owner.sendCall(getSession, {})).status).toBe(200)
    }
  })

  test('in the middle of writes, every acknowledged record is stored, and no call fails otherwise', async () => {
    const mark = newId()
    let answered = 0
    const writes = Array.from({ length: 60 }, async (_, index) => {
      const body = contractBody({ contractName: mark, bidId: `${mark}-${index}` })
      const { status } = await owner.sendCall(createContract, { body })
      answered += 1
      return { status, bidId: body.bidId }
    })
    for (let cut = 0; cut < 6; cut += 1) {
      const before = answered
      await killConnections()
      await expect.poll(() => answered > before || answered === writes.length, { interval: 5 }).toBe(true)
    }
    const results = await Promise.all(writes)
    expect(results.filter((result) => ![201, 503].includes(result.status))).toEqual([])
    const found = await owner.ok(filterContracts, { body: { contractName: mark, pagination: { size: 200 } } })
    const stored = found.content.map((contract) => contract.bidId)
    const acknowledged = results.filter((result) => result.status === 201).map((result) => result.bidId)
    expect(stored).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(stored).size).toBe(stored.length)
  })
})

describe('while the database refuses all connections', () => {
  test('every call answers 503 with Retry-After, the server is alive but not ready, and it recovers by itself', async () => {
    const body = { emailOrMobile: 'a@b.example', password: 'whatever it is', tenantName: company.name }
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
    await admin.query(`alter role ${role} connection limit 0`)
    try {
      await killConnections()
      expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
      const replies = [
        await owner.sendCall(filterContracts, { body: {} }),
        await owner.sendCall(createContract, { body: contractBody() }),
        await server.stranger.sendCall(login, { body }),
      ]
      for (const reply of replies) {
        expect(reply.status).toBe(503)
        expect(reply.headers.get('retry-after')).toBe('2')
        expect(JSON.parse(reply.text)).toMatchObject({ code: 'unavailable' })
      }
    } finally {
      await admin.query(`alter role ${role} connection limit -1`)
    }
    expect(await status('/readyz')).toBe(200)
    expect((await owner.sendCall(filterContracts, { body: {} })).status).toBe(200)
  })
})

describe('while every connection is taken', () => {
  test('a call answers 503 within seconds, and the health check answers before it', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holders = Array.from({ length: 8 }, () => server.door.anonymous(() => held))
    try {
      const start = performance.now()
      let isAnswered = false
      const pending = owner.sendCall(filterContracts, { body: {} }).finally(() => {
        isAnswered = true
      })
      expect(await status('/healthz')).toBe(200)
      expect(isAnswered).toBe(false)
      expect((await pending).status).toBe(503)
      expect(performance.now() - start).toBeLessThan(5_000)
    } finally {
      release()
      await Promise.all(holders)
    }
    expect((await owner.sendCall(filterContracts, { body: {} })).status).toBe(200)
  })
})
