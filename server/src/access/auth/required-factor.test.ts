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
const asked = (requiresSecondFactor: boolean) => ({ body: { requiresSecondFactor } })
const mayView = async (person: Client) => (await person.sendCall(filterContracts, { body: {} })).status

/** A company that asks for a second factor, and the administrator who turned that on. */
async function strictCompany(): Promise<{ company: Company; administrator: Awaited<ReturnType<Company['as']>> }> {
  const company = await newCompany(server)
  const administrator = await company.as()
  await newFactor(administrator, company.password, noon)
  await administrator.ok(updateSecurityPolicy, asked(true))
  return { company, administrator }
}

describe('turning the rule on', () => {
  test('is refused with 409 for an administrator without a second factor of their own', async () => {
    const company = await newCompany(server)
    const administrator = await company.as()
    expect(await administrator.refused(updateSecurityPolicy, asked(true))).toMatchObject({ status: 409 })
    expect(await administrator.ok(getSecurityPolicy, {})).toEqual({ requiresSecondFactor: false })
    expect(await mayView(administrator)).toBe(200)
    await administrator.ok(updateSecurityPolicy, asked(false))
  })

  test('counts at the next call of every live session, and is over when it is turned off', async () => {
    const company = await newCompany(server)
    const [administrator, person] = [await company.as(), await company.as({ Contracts: ['canView'] })]
    await newFactor(administrator, company.password, noon)
    expect(await mayView(person)).toBe(200)
    expect(await administrator.ok(updateSecurityPolicy, asked(true))).toEqual({ requiresSecondFactor: true })
    expect(await mayView(administrator)).toBe(200)
    expect(await person.refused(filterContracts, { body: {} })).toEqual(missing)
    await administrator.ok(updateSecurityPolicy, asked(false))
    expect(await mayView(person)).toBe(200)
  })

  test('is for administrators: who may change people, or roles, or give them, but not all of it, is refused', async () => {
    const { company, administrator } = await strictCompany()
    const own = await newCompany(server)
    for (const lacking of ['User', 'Role', 'UserRoleMapping'] as const) {
      const clerk = await own.as({ ...everything, [lacking]: ['canView', 'canReport'] })
      await newFactor(clerk, own.password, noon)
      for (const wanted of [true, false])
        expect((await clerk.refused(updateSecurityPolicy, asked(wanted))).status).toBe(403)
    }
    const clerk = await own.person({ User: flags })
    const set = (by: string, companyId: string) =>
      server.door.inTenant(companyId, by, (db) =>
        sql`update tenants set requires_second_factor = not requires_second_factor where id = ${companyId}`.execute(db),
      )
    await expect(set(clerk.userId, own.id)).rejects.toThrow('for administrators')
    await set(administrator.userId, company.id)
  })

  test('of the operators’ own company is for its administrators, too; of others an operator decides', async () => {
    const operators = await operatorCompany(server)
    const [operator, clerk] = [await operators.as(), await operators.as({ Tenants: ['canView', 'canEdit'] })]
    const { id } = await newTenant(operator)
    const set = (by: Client, of: string, requiresSecondFactor: boolean) =>
      by.sendCall(updateTenant, { params: { id: of }, body: { requiresSecondFactor } })
    expect((await set(clerk, operators.id, true)).status).toBe(403)
    expect((await set(clerk, id, true)).status).toBe(200)
  })

  test('asks nothing of people of other companies', async () => {
    const person = await (await newCompany(server)).as({ Contracts: ['canView'] })
    await strictCompany()
    expect(await mayView(person)).toBe(200)
    expect(await person.ok(getSession, {})).toMatchObject({ mustSetUpSecondFactor: false })
  })
})

/** Nobody of another company can hold a flag of these. */
const ofOperators = ['Tenants', 'Modules']

describe('who has yet to set one up', () => {
  test('is refused every call that asks for a flag', async () => {
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

  test('is told so on signing in, and finds open what is their own', async () => {
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

  test('learns nothing more than before of calls whose flag they lack', async () => {
    const { company } = await strictCompany()
    const person = await company.as({})
    expect(await person.refused(filterContracts, { body: {} })).toMatchObject({ status: 403, code: 'forbidden' })
  })

  test('is let in by the same session as soon as it is set up, and signs in with a code from then on', async () => {
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

  test('again, since an administrator took a lost one away, signs in with the password and sets up the next', async () => {
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
