import { endpoints } from '@plinth/api'
import { getAccount, removeSecondFactor, updateAccount } from '@plinth/api/access/account'
import { getSession, login, logout, refresh } from '@plinth/api/access/auth'
import { getSecurityPolicy, updateSecurityPolicy, updateTenant } from '@plinth/api/access/tenants'
import { getUser, resetUserSecondFactor } from '@plinth/api/access/users'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { flags, modulesOf } from '@plinth/api/kernel/permissions'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  everything,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newFactor } from '../account/account.factory.ts'
import { newTenant } from '../tenants/tenants.factory.ts'

const step = 30_000
const noon = Math.floor(Date.now() / step) * step + step / 2

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ now: () => noon })
})
afterAll(() => server.stop())

const missing = {
  status: 403,
  code: 'second_factor_missing',
  message: 'Your company asks for a second factor. Set it up on your own page.',
}
const policyBody = (requiresSecondFactor: boolean) => ({ body: { requiresSecondFactor } })
const mayView = async (person: Client) => (await person.sendCall(filterContracts, { body: {} })).status

/** A company that requires a second factor, and the administrator who turned that on. */
async function strictCompany(): Promise<{ company: Company; administrator: Awaited<ReturnType<Company['as']>> }> {
  const company = await newCompany(server)
  const administrator = await company.as()
  await newFactor(administrator, company.password, noon)
  await administrator.ok(updateSecurityPolicy, policyBody(true))
  return { company, administrator }
}

describe('requiring a second factor', () => {
  test('is refused with 409 for an administrator without a second factor of their own', async () => {
    const company = await newCompany(server)
    const administrator = await company.as()
    expect(await administrator.refused(updateSecurityPolicy, policyBody(true))).toMatchObject({ status: 409 })
    expect(await administrator.ok(getSecurityPolicy, {})).toEqual({ requiresSecondFactor: false })
    expect(await mayView(administrator)).toBe(200)
    await administrator.ok(updateSecurityPolicy, policyBody(false))
  })

  test('takes effect at the next call of every live session, and so does turning it off', async () => {
    const company = await newCompany(server)
    const [administrator, person] = [await company.as(), await company.as({ Contracts: ['canView'] })]
    await newFactor(administrator, company.password, noon)
    expect(await mayView(person)).toBe(200)
    expect(await administrator.ok(updateSecurityPolicy, policyBody(true))).toEqual({ requiresSecondFactor: true })
    expect(await mayView(administrator)).toBe(200)
    expect(await person.refused(filterContracts, { body: {} })).toEqual(missing)
    await administrator.ok(updateSecurityPolicy, policyBody(false))
    expect(await mayView(person)).toBe(200)
  })

  test("is refused to people who lack one of the administrator's permissions on users, roles and role mappings", async () => {
    const { company, administrator } = await strictCompany()
    const own = await newCompany(server)
    for (const lacking of ['User', 'Role', 'UserRoleMapping'] as const) {
      const clerk = await own.as({ ...everything, [lacking]: ['canView', 'canReport'] })
      await newFactor(clerk, own.password, noon)
      for (const required of [true, false])
        expect((await clerk.refused(updateSecurityPolicy, policyBody(required))).status).toBe(403)
    }
    const clerk = await own.person({ User: flags })
    const set = (by: string, companyId: string) =>
      server.door.inTenant(companyId, by, (db) =>
        sql`update tenants set requires_second_factor = not requires_second_factor where id = ${companyId}`.execute(db),
      )
    await expect(set(clerk.userId, own.id)).rejects.toThrow('for administrators')
    await set(administrator.userId, company.id)
  })

  test("in the operators' own company needs its administrators; in other companies an operator may decide", async () => {
    const operators = await operatorCompany(server)
    const [operator, clerk] = [await operators.as(), await operators.as({ Tenants: ['canView', 'canEdit'] })]
    const { id } = await newTenant(operator)
    const set = (by: Client, of: string, requiresSecondFactor: boolean) =>
      by.sendCall(updateTenant, { params: { id: of }, body: { requiresSecondFactor } })
    expect((await set(clerk, operators.id, true)).status).toBe(403)
    expect((await set(clerk, id, true)).status).toBe(200)
  })

  test('does not affect people of other companies', async () => {
    const person = await (await newCompany(server)).as({ Contracts: ['canView'] })
    await strictCompany()
    expect(await mayView(person)).toBe(200)
    expect(await person.ok(getSession, {})).toMatchObject({ mustSetUpSecondFactor: false })
  })
})

/** Modules on which only people of the operator's company can hold flags. */
const ofOperators = ['Tenants', 'Modules']

describe('a person who still has to set up a second factor', () => {
  test('is refused every call that needs a flag', async () => {
    const { company } = await strictCompany()
    const person = await company.as()
    const flagged = Object.entries<Endpoint>(endpoints).filter(
      ([, { allow }]) => typeof allow === 'object' && !modulesOf(allow).some((name) => ofOperators.includes(name)),
    )
    expect(flagged.length).toBeGreaterThan(40)
    for (const [name, { method, path }] of flagged) {
      const url = path.replace(/:\w+/g, () => newId())
      const reply = await person.send(method, url, method === 'GET' ? undefined : '{}')
      expect([name, reply.status, JSON.parse(reply.text).code]).toEqual([name, 403, 'second_factor_missing'])
    }
  })

  test('sees that in the sign-in response, and can use the calls on their own account', async () => {
    const { company } = await strictCompany()
    const person = await company.as({})
    expect(person.session.user).toMatchObject({ mustSetUpSecondFactor: true })
    expect(await person.ok(getSession, {})).toMatchObject({ mustSetUpSecondFactor: true })
    expect(await person.ok(getAccount, {})).toMatchObject({ requiresSecondFactor: true, hasSecondFactor: false })
    await person.ok(updateAccount, { body: { username: 'Still myself' } })
    expect((await person.ok(getUser, { params: { id: person.userId } })).username).toBe('Still myself')
    await server.stranger.ok(refresh, { body: { refreshToken: person.session.refreshToken } })
    await person.ok(logout, {})
  })

  test('gets 403 forbidden, as before, for calls whose flag they lack', async () => {
    const { company } = await strictCompany()
    const person = await company.as({})
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('is let in with the same session as soon as it is set up, and needs a code at the next sign-in', async () => {
    const { company } = await strictCompany()
    const person = await company.as({ Contracts: ['canView'] })
    expect(await mayView(person)).toBe(403)
    const { codeAt } = await newFactor(person, company.password, noon)
    expect(await mayView(person)).toBe(200)
    expect(await person.ok(getSession, {})).toMatchObject({ mustSetUpSecondFactor: false })
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    expect(await server.stranger.refused(login, { body })).toMatchObject({ code: 'second_factor_needed' })
    const { user } = await server.stranger.ok(login, { body: { ...body, code: codeAt(noon + step) } })
    expect(user).toMatchObject({ mustSetUpSecondFactor: false })
  })

  test('because an administrator removed a lost one signs in with the password and sets up the next', async () => {
    const { company, administrator } = await strictCompany()
    const person = await company.as({ Contracts: ['canView'] })
    await newFactor(person, company.password, noon)
    expect(await person.refused(removeSecondFactor, { body: { currentPassword: company.password } })).toMatchObject({
      status: 409,
    })
    await administrator.ok(resetUserSecondFactor, { params: { id: person.userId } })
    expect(await person.refused(filterContracts, { body: {} })).toEqual(missing)
    const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
    const { user } = await server.stranger.ok(login, { body })
    expect(user).toMatchObject({ mustSetUpSecondFactor: true })
    await newFactor(person, company.password, noon)
    expect(await mayView(person)).toBe(200)
  })
})
