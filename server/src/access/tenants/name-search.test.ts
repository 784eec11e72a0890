import { searchTenantNames } from '@plinth/api/access/auth'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  server = await startTestServer({ trustProxy: 'loopback' })
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

let visitors = 0
/** Each visitor has another address, so that the limit per address does not interfere. */
const newAddress = () => {
  visitors += 1
  return { 'x-forwarded-for': `2001:db8:43::${visitors.toString(16)}` }
}
const search = (keyword: string) => server.stranger.ok(searchTenantNames, { query: { keyword } }, newAddress())
async function companyNamed(name: string) {
  const company = await newCompany(server)
  await admin.query('update tenants set name = $2 where id = $1', [company.id, name])
  return company
}

describe('the search for a company by name', () => {
  test('needs three characters, not counting spaces around them [9.4]', async () => {
    for (const keyword of ['', 'ab', ' ab ', '  a  '])
      expect(await server.stranger.refused(searchTenantNames, { query: { keyword } }, newAddress())).toMatchObject({
        status: 400,
        fields: [{ path: 'keyword', message: 'must have at least 3 characters' }],
      })
    expect(await server.stranger.refused(searchTenantNames, { query: {} }, newAddress())).toMatchObject({
      fields: [{ path: 'keyword' }],
    })
  })

  test('finds any part in any letter case, and returns only names [7.6]', async () => {
    const name = `Röhren & Söhne ${newId()}`
    await companyNamed(name)
    const [, tail = ''] = name.split('Söhne ')
    expect(await search(tail.toUpperCase())).toEqual([name])
    expect(await search(`  ${tail} `)).toEqual([name])
  })

  test('takes %, _ and the backslash literally', async () => {
    const key = newId().slice(0, 8)
    await companyNamed(`${key}-100%_done\\now`)
    await companyNamed(`${key}-100 xdone now`)
    for (const keyword of [`${key}-100%`, '%_done\\', `${key}-100%_`, 'done\\now'])
      expect(await search(keyword), keyword).toContain(`${key}-100%_done\\now`)
    for (const keyword of ['%%%', '___', `${key}%done`, `${key}-100__done`, '\\\\\\', `${key}\\`])
      expect(await search(keyword), keyword).toEqual([])
  })

  test('returns at most ten names, in alphabetical order', async () => {
    const key = newId().slice(0, 8)
    for (const letter of 'lkjihgfedcba') await companyNamed(`${letter} ${key}`)
    expect(await search(key)).toEqual('abcdefghij'.split('').map((letter) => `${letter} ${key}`))
  })

  test.each([
    ['suspended', `status = 'SUSPENDED'`],
    ['terminated', `status = 'TERMINATED'`],
    ['deleted', 'deleted_at = now()'],
  ])('never finds a company that is %s', async (_, change) => {
    const key = newId()
    const company = await companyNamed(`Gone ${key}`)
    expect(await search(key)).toHaveLength(1)
    await admin.query(`update tenants set ${change} where id = $1`, [company.id])
    expect(await search(key)).toEqual([])
  })

  test('refuses a keyword that cannot be stored or is too long, and unknown or repeated parameters', async () => {
    const path = '/platform/api/tenants/name-search'
    for (const query of [
      'keyword=abc%00',
      `keyword=${'x'.repeat(101)}`,
      'keyword=abc&status=ACTIVE',
      'keyword=abc&keyword=def',
    ])
      expect((await server.stranger.send('GET', `${path}?${query}`, undefined, newAddress())).status, query).toBe(400)
  })

  test('answers thirty searches a minute from one address, with or without a match, and then 429 with the time to wait', async () => {
    const [busy, other] = [newAddress(), newAddress()]
    const searchFrom = (address: Record<string, string>) =>
      server.stranger.sendCall(searchTenantNames, { query: { keyword: newId() } }, address)
    const replies = await Promise.all(Array.from({ length: 31 }, () => searchFrom(busy)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    const seconds = Number(refused[0]?.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await searchFrom(other)).status).toBe(200)
    const key = `name search ${busy['x-forwarded-for']}`
    await admin.query('update login_attempts set window_ends_at = now() where key = $1', [key])
    // The server caches the wait of an address for a second.
    await expect.poll(async () => (await searchFrom(busy)).status, { timeout: 5_000 }).toBe(200)
  })
})
