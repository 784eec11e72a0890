import { getAccount } from '@plinth/api/access/account'
import { login, refresh } from '@plinth/api/access/auth'
import { createUser } from '@plinth/api/access/users'
import { getContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newFactor } from '../../access/account/account.factory.ts'
import { sealAllAnew } from '../../access/account/second-factor.queries.ts'
import { userBody } from '../../access/users/users.factory.ts'
import { newDocument } from '../../documents/documents/documents.factory.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Company, client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { adminClient, newId } from '../testing/databases.ts'
import { tokens } from './tokens.ts'

const minute = 60_000
const [former, present] = [
  'the secret of before, of 32 characters or more',
  'the secret of now, of 32 characters or more',
]

const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead

/** A server on the same database and store, started with these secrets. */
const serverWith = (storage: TestServer['storage'] | undefined, ...[secret, old]: [string, string?]) =>
  startTestServer({ keys: tokens(secret, now, old), ...(storage && { storage }) })

describe('replacing the session secret', () => {
  let before: TestServer
  let after: TestServer
  let withoutOld: TestServer
  let company: Company
  let person: Awaited<ReturnType<Company['as']>>
  let factor: Awaited<ReturnType<typeof newFactor>>
  let contract: string
  beforeAll(async () => {
    before = await serverWith(undefined, former)
    after = await serverWith(before.storage, present, former)
    withoutOld = await serverWith(before.storage, present)
    company = await newCompany(before)
    person = await company.as()
    contract = (await newContract(person)).id
    factor = await newFactor(person, company.password)
  })
  afterAll(async () => {
    for (const server of [after, withoutOld, before]) await server.stop()
  })

  const statusAt = async ({ url }: TestServer, token: string) =>
    (await client(url, token).sendCall(getContract, { params: { id: contract } })).status
  const refreshAt = ({ url }: TestServer, refreshToken: string) =>
    client(url).sendCall(refresh, { body: { refreshToken } })
  /** Signs in `codes` steps later, because each code is valid once. */
  const loginAt = async ({ url }: TestServer, codes: number) => {
    clock.ahead = codes * 30_000
    const code = factor.codeAt(now())
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name, code }
    return (await client(url).sendCall(login, { body })).status
  }

  test('keeps old links valid until they expire', async () => {
    const { s3Url } = await newDocument(person, contract)
    const opened = async ({ url }: TestServer, path = s3Url) => (await fetch(url + path)).status
    expect([await opened(after), await opened(withoutOld)]).toEqual([200, 404])
    const [, folder = '', link = ''] = /^(.*\/)([^/]+)$/.exec(s3Url) ?? []
    const parts = tokens(former, now).readLink(link) ?? []
    clock.ahead = 11 * minute
    const forged = folder + tokens(former, now).signLink(parts)
    expect([await opened(before, forged), await opened(after, forged)]).toEqual([200, 404])
    clock.ahead = 0
  })

  test('keeps old access tokens valid for their ten minutes, then accepts none signed with the old secret', async () => {
    const { accessToken } = person.session
    expect([await statusAt(after, accessToken), await statusAt(withoutOld, accessToken)]).toEqual([200, 401])
    const caller = {
      tenantId: company.id,
      userId: person.userId,
      sessionId: (await tokens(former).readAccess(accessToken))?.sessionId ?? '',
    }
    clock.ahead = 11 * minute
    // Somebody who has the old secret can still sign with it.
    const forged = await tokens(former, now).signAccess(caller)
    expect([await statusAt(before, forged), await statusAt(after, forged)]).toEqual([200, 401])
    clock.ahead = 0
  })

  test('keeps sessions, which no longer need the old secret once they are refreshed', async () => {
    const { refreshToken } = person.session
    expect((await refreshAt(withoutOld, refreshToken)).status).toBe(401)
    const refreshed = JSON.parse((await refreshAt(after, refreshToken)).text)
    expect(await statusAt(withoutOld, refreshed.accessToken)).toBe(200)
    const again = await refreshAt(withoutOld, refreshed.refreshToken)
    expect(again.status).toBe(200)
    // Tabs that refresh at the same moment get the same token, whichever secret signed it.
    const rotatedBefore = JSON.parse((await refreshAt(before, (await company.as({})).session.refreshToken)).text)
    const { refreshToken: next } = JSON.parse((await refreshAt(before, rotatedBefore.refreshToken)).text)
    expect(JSON.parse((await refreshAt(after, rotatedBefore.refreshToken)).text).refreshToken).toBe(next)
    expect((await refreshAt(after, next)).status).toBe(200)
  })

  test('ends the session of an old refresh token that is replayed', async () => {
    const { refreshToken } = (await company.as({})).session
    const admin = await adminClient(inject('admin'))
    const { refreshToken: next } = JSON.parse((await refreshAt(before, refreshToken)).text)
    await admin.query(`update sessions set rotated_at = now() - interval '1 minute' where tenant_id = $1`, [company.id])
    await admin.end()
    expect((await refreshAt(after, refreshToken)).status).toBe(401)
    expect((await refreshAt(after, next)).status).toBe(401)
  })

  test('keeps second factors, which no longer need the old secret once they are sealed again', async () => {
    expect(await loginAt(after, 1)).toBe(200)
    expect(await loginAt(withoutOld, 2)).toBe(401)
    expect(await sealAllAnew(after.door, tokens(present, now, former))).toBe(1)
    expect(await sealAllAnew(after.door, tokens(present, now, former))).toBe(0)
    expect(await loginAt(withoutOld, 2)).toBe(200)
    expect(await loginAt(before, 3)).toBe(401)
  })

  test('leaves a factor alone that neither secret opens', async () => {
    const stranger = tokens('a third secret, of 32 characters or more', now)
    const sealed = stranger.seal(Buffer.from('secret'), person.userId)
    const { open, sealAnew } = tokens(present, now, former)
    expect([open(sealed, person.userId), sealAnew(sealed, person.userId)]).toEqual([undefined, undefined])
    const own = tokens(present).seal(Buffer.from('secret'), person.userId)
    expect(sealAnew(own, person.userId)).toBeUndefined()
    const { hasSecondFactor } = await client(after.url, person.session.accessToken).ok(getAccount, {})
    expect(hasSecondFactor).toBe(true)
  })

  test('answers a repeated create under both secrets, and refuses it without the old one', async () => {
    const [key, body] = [{ 'idempotency-key': newId() }, userBody()]
    const { accessToken } = (await company.as()).session
    const created = await client(before.url, accessToken).ok(createUser, { body }, key)
    expect((await client(after.url, accessToken).ok(createUser, { body }, key)).id).toBe(created.id)
    const other = { ...body, password: 'another monsoon over it' }
    expect((await client(after.url, accessToken).refused(createUser, { body: other }, key)).status).toBe(409)
    const { sessionId = '', userId = '' } = (await tokens(former).readAccess(accessToken)) ?? {}
    const token = await tokens(present).signAccess({ tenantId: company.id, userId, sessionId })
    expect((await client(withoutOld.url, token).refused(createUser, { body }, key)).status).toBe(409)
  })

  test('distinguishes audit seals of either secret, of another one, and forged ones', () => {
    const { signTrail, judgeTrail } = tokens(present, now, former)
    const bySomebody = tokens('a third secret, of 32 characters or more').signTrail('claim')
    expect(judgeTrail('claim', tokens(former).signTrail('claim'))).toBe('ours')
    expect(judgeTrail('claim', signTrail('claim'))).toBe('ours')
    expect(signTrail('claim')).toBe(tokens(present).signTrail('claim'))
    expect(tokens(present).judgeTrail('claim', tokens(former).signTrail('claim'))).toBe('foreign')
    expect(judgeTrail('claim', bySomebody)).toBe('foreign')
    expect(judgeTrail('claim', signTrail('claim').slice(0, 9) + bySomebody.slice(9))).toBe('forged')
    expect(judgeTrail('another claim', signTrail('claim'))).toBe('forged')
    // Early versions wrote them without a mark.
    expect(judgeTrail('claim', signTrail('claim').slice(9))).toBe('ours')
    expect(judgeTrail('claim', bySomebody.slice(9))).toBe('unmarked')
  })
})
