import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newMessage } from '../contact/contact.factory.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const metricsToken = 'a token for the metrics'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ metricsToken, trustProxy: 'loopback' })
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  server.stranger.send('GET', path, undefined, headers)

describe('for those who operate the server', () => {
  test('it says that it is alive and ready, and no more', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, text: '{"status":"alive"}' })
    expect(await get('/readyz')).toMatchObject({ status: 200, text: '{"status":"ready"}' })
  })

  test('it counts calls by route, method and status, never by the ids in them', async () => {
    await get('/project/api/contracts/018f0000-0000-7000-8000-000000000000')
    const { status, text, headers } = await get('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/project/api/contracts/:id",status="401"} 1',
    )
    expect(text).not.toContain('018f0000')
  })

  test('it counts what has not been mailed, and for how long', async () => {
    const figure = async (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec((await get('/metrics')).text)?.[1])
    await newMessage(server.stranger)
    const before = await figure('plinth_mail_waiting')
    await newMessage(server.stranger)
    expect(await figure('plinth_mail_waiting')).toBeGreaterThan(before)
    const age = await figure('plinth_mail_oldest_waiting_seconds')
    expect(age).toBeGreaterThan(0)
    expect(await figure('plinth_mail_oldest_waiting_seconds')).toBeGreaterThan(age)
  })

  test('it shows the metrics to this machine and to who has the token, to nobody else', async () => {
    const abroad = { 'x-forwarded-for': '203.0.113.9' }
    expect((await get('/metrics', abroad)).status).toBe(403)
    expect((await get('/metrics', { ...abroad, authorization: 'Bearer wrong' })).status).toBe(403)
    expect((await get('/metrics', { ...abroad, authorization: `Bearer ${metricsToken}` })).status).toBe(200)
  })
})
