import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { login } from '@plinth/api/access/auth'
import { createContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { plain } from '../../access/users/images.factory.ts'
import { newDocument } from '../../documents/documents/documents.factory.ts'
import { newMessage } from '../../platform/contact/contact.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { adminClient, ownDatabase, type TestDatabase, testSecret } from '../testing/databases.ts'

const metricsToken = 'a token for the metrics'
let database: TestDatabase
let connection: Awaited<ReturnType<typeof migrate>>
let server: TestServer
let isFull = false
beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  connection = await migrate(database.admin, testSecret)
  const isReadOnly = () => isFull
  server = await startTestServer({ login: connection, metricsToken, trustProxy: 'loopback', isReadOnly })
})
afterAll(async () => {
  await server.stop()
  await database.stop()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.stranger.send('GET', path, undefined, headers)
const metrics = async () => (await get('/metrics')).text
/** Reads a metric by its name and labels, as they are written. */
async function figure(name: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}
async function asAdmin(...statements: string[]): Promise<void> {
  const admin = await adminClient(database.admin)
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

describe('the server, for its operators,', () => {
  test('says only that it is alive and ready', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"alive"}' })
    expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
  })

  test('is alive but not ready when the database is behind it or ahead of it', async () => {
    const last = migrations.at(-1)
    const other = { status: 503, text: '{"status":"not of the version of the database"}' }
    await asAdmin(`delete from app.migrations where name = '${last}'`)
    expect(await get('/readyz')).toMatchObject(other)
    expect(await figure('plinth_database_level')).toBeLessThan(await figure('plinth_server_level'))
    await asAdmin(`insert into app.migrations (name) values ('${last}'), ('9999_later.sql')`)
    expect(await get('/readyz')).toMatchObject(other)
    expect(await figure('plinth_database_level')).toBe(9999)
    expect((await get('/healthz')).status).toBe(200)
    await asAdmin(`delete from app.migrations where name = '9999_later.sql'`)
    expect((await get('/readyz')).status).toBe(200)
    expect(await figure('plinth_database_level')).toBe(Number.parseInt(last ?? '', 10))
  })

  test('shows the metrics to this machine and to a client with the token only', async () => {
    const abroad = { 'x-forwarded-for': '203.0.113.9' }
    expect((await get('/metrics', abroad)).status).toBe(403)
    expect((await get('/metrics', { ...abroad, authorization: 'Bearer wrong' })).status).toBe(403)
    expect((await get('/metrics', { ...abroad, authorization: `Bearer ${metricsToken}` })).status).toBe(200)
  })
})

describe('the metrics on this machine', () => {
  /** Sent by hand, because fetch cannot send another Host header. */
  async function statusWith(...lines: string[]): Promise<number> {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    socket.write(['GET /metrics HTTP/1.1', 'connection: close', ...lines, '', ''].join('\r\n'))
    const answer = (await socket.toArray()).join('')
    return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
  }
  const token = `authorization: Bearer ${metricsToken}`
  const own = 'host: 127.0.0.1:8080'

  test.each(
    `forwarded: for=203.0.113.9
    x-forwarded-for: 127.0.0.1
    x-forwarded-host: plinth.example
    x-forwarded-proto: https
    x-forwarded: for=203.0.113.9
    x-real-ip: 203.0.113.9
    x-client-ip: 203.0.113.9
    x-cluster-client-ip: 203.0.113.9
    client-ip: 203.0.113.9
    true-client-ip: 203.0.113.9
    x-originating-ip: 203.0.113.9
    x-remote-addr: 203.0.113.9
    via: 1.1 proxy
    cdn-loop: cloudflare
    cf-connecting-ip: 203.0.113.9
    cf-ray: 1
    fastly-client-ip: 203.0.113.9
    fly-client-ip: 203.0.113.9
    x-amzn-trace-id: 1
    x-azure-clientip: 203.0.113.9
    x-envoy-external-address: 203.0.113.9
    x-original-forwarded-for: 203.0.113.9`.split(/\n\s*/),
  )('are refused to a request that came through a proxy: %s', async (header) => {
    expect(await statusWith(own, header)).toBe(403)
    expect(await statusWith(own, header, token)).toBe(200)
  })

  test.each([
    'plinth.example',
    '127.0.0.1.plinth.example',
    '127.evil',
    'localhost.plinth.example:8080',
    '10.0.0.1',
    '[::2]',
    '',
  ])('are refused to a page of another host name that resolves to this machine: %s', async (host) => {
    expect(await statusWith(`host: ${host}`)).toBe(403)
    expect(await statusWith(`host: ${host}`, token)).toBe(200)
  })

  test.each(['127.0.0.1', '127.0.0.1:8080', 'localhost', 'localhost:8080', '[::1]:8080'])(
    'are shown for the host %s',
    async (host) => {
      expect(
        await statusWith(`host: ${host}`, 'x-prometheus-scrape-timeout-seconds: 10', 'user-agent: Prometheus/3'),
      ).toBe(200)
    },
  )
})

describe('the metrics', () => {
  test('count calls by route, method and status, never by values in their addresses', async () => {
    await get('/project/api/contracts/018f0000-0000-7000-8000-000000000000')
    for (let count = 0; count < 20; count += 1) await get(`/no/such-${count}/route?q=${count}`)
    const { status, text, headers } = await get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/project/api/contracts/:id",status="401"} 1',
    )
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 20')
    expect(text).not.toMatch(/018f0000|such-/)
  })

  test('count a call whose client disconnected as aborted', async () => {
    const name = 'http_request_duration_seconds_count{method="POST",route="/auth/api/auth/login",status="aborted"}'
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const head = ['POST /auth/api/auth/login HTTP/1.1', 'host: a', 'content-type: application/json']
    socket.write(`${[...head, 'content-length: 100', 'expect: 100-continue'].join('\r\n')}\r\n\r\n{`)
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(() => figure(name)).toBe(1)
  })

  test('count sign-ins, and refused ones by reason', async () => {
    const company = await newCompany(server)
    const outcome = (name: string) => figure(`plinth_sign_ins_total{outcome="${name}"}`)
    const events = (name: string) => figure(`plinth_security_events_total{event="${name}"}`)
    expect([await outcome('ok'), await outcome('wrong'), await outcome('code_wrong')]).toEqual([0, 0, 0])
    const { email } = await company.as({})
    const wrong = { emailOrMobile: email, password: 'not this one', tenantName: company.name }
    for (let tried = 0; tried < 11; tried += 1) await server.stranger.sendCall(login, { body: wrong })
    expect([await outcome('ok'), await outcome('wrong'), await outcome('locked')]).toEqual([1, 10, 1])
    expect([await events('sign_in'), await events('sign_in_refused'), await events('rate_limited')]).toEqual([1, 11, 1])
  })

  test('report unsent mail and how long the oldest has waited', async () => {
    await newMessage(server.stranger)
    const before = await figure('plinth_mail_waiting')
    await newMessage(server.stranger)
    expect(await figure('plinth_mail_waiting')).toBeGreaterThan(before)
    const age = await figure('plinth_mail_oldest_waiting_seconds')
    expect(age).toBeGreaterThan(0)
    expect(await figure('plinth_mail_oldest_waiting_seconds')).toBeGreaterThan(age)
  })

  test('report documents that wait to be swept and audit entries that wait to be sealed', async () => {
    // Each figure is cached for a while, so a server is fresh that has not measured it yet.
    const owner = await (await newCompany(server)).as()
    await newDocument(owner, (await newContract(owner)).id)
    await asAdmin('update documents set deleted_at = now()')
    const fresh = await startTestServer({ login: connection })
    const { text } = await fresh.stranger.send('GET', '/metrics')
    await fresh.stop()
    expect(text).toMatch(/^plinth_documents_waiting 1$/m)
    expect(Number(/^plinth_audit_waiting (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    expect(Number(/^plinth_audit_oldest_waiting_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
  })

  test('report documents whose pictures are not drawn yet and how long the oldest has waited', async () => {
    const owner = await (await newCompany(server)).as()
    const { id: contract } = await newContract(owner)
    const { id } = await newDocument(
      owner,
      contract,
      new File([new Uint8Array(await plain().png().toBuffer())], 'Site.png'),
    )
    const fresh = await startTestServer({ login: connection })
    const { text } = await fresh.stranger.send('GET', '/metrics')
    await fresh.stop()
    expect(text).toMatch(/^plinth_pictures_waiting 1$/m)
    expect(Number(/^plinth_pictures_oldest_waiting_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
    await asAdmin(`delete from pictures_due where id = '${id}'`)
  })

  test('report connections, waiting transactions and how long transactions waited', async () => {
    const state = (name: string) => figure(`plinth_pool_connections{state="${name}"}`)
    const waits = () => figure('plinth_transaction_wait_seconds_count')
    const company = await newCompany(server)
    const owner = await company.as()
    const before = await waits()
    await newContract(owner)
    expect(await waits()).toBeGreaterThan(before)
    expect(await state('most')).toBe(8)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const holders = Array.from({ length: 8 }, () => server.door.inTenant(company.id, null, () => held))
    const pending = owner.sendCall(createContract, { body: { contractName: 'waits' } })
    await expect.poll(() => server.door.load().waiting).toBe(1)
    const text = metrics()
    await expect.poll(() => server.door.load().waiting).toBeGreaterThan(1)
    release()
    await Promise.all([...holders, pending])
    expect(await text).toMatch(/^plinth_pool_connections\{state="busy"\} 8$/m)
    expect(await text).toMatch(/^plinth_pool_connections\{state="waiting"\} [1-9]$/m)
  })

  test('are all explained in docs/operating.md', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operating.md'), 'utf8')
    const names = [...(await metrics()).matchAll(/^# TYPE (plinth_\w+|http_\w+)/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('report the disk, and whether writing is refused', async () => {
    const [free, size] = [await figure('plinth_disk_free_bytes'), await figure('plinth_disk_size_bytes')]
    expect(free).toBeGreaterThan(0)
    expect(size).toBeGreaterThan(free)
    expect([await figure('plinth_read_only'), await figure('plinth_database_up')]).toEqual([0, 1])
    isFull = true
    expect([await figure('plinth_read_only'), (await get('/readyz')).status]).toEqual([1, 200])
    isFull = false
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
    expect(await figure('process_start_time_seconds')).toBeGreaterThan(1_700_000_000)
    expect(await figure('plinth_log_lines_lost')).toBe(0)
  })

  test('are answered while the database is unavailable, as far as they can be measured', async () => {
    const { user } = connection
    await asAdmin(
      `alter role "${user}" connection limit 0`,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${user}'`,
    )
    const { status, text } = await get('/metrics')
    expect([status, (await get('/readyz')).text]).toEqual([200, '{"status":"waiting for the database"}'])
    await asAdmin(`alter role "${user}" connection limit -1`)
    expect(text).toMatch(/^plinth_database_up 0$/m)
    expect(text).toMatch(/^plinth_mail_waiting Nan$/m)
    expect(await figure('plinth_database_up')).toBe(1)
  })
})
