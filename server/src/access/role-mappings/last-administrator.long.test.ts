import {
  createRoleMapping,
  deleteRoleMapping,
  listRoleMappings,
  listUserPermissions,
  setRoleMapping,
} from '@plinth/api/access/role-mappings'
import { createRole, deleteRole, listRoles, setRolePermissions } from '@plinth/api/access/roles'
import { updateUser } from '@plinth/api/access/users'
import type { Flag } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import {
  type Client,
  everything,
  type Grid,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newRole, rowsOf } from '../roles/roles.factory.ts'

let server: TestServer
let operator: Client
let narrowed: Awaited<ReturnType<typeof rowsOf>>

beforeAll(async () => {
  server = await startTestServer()
  operator = await (await operatorCompany(server)).as()
  narrowed = await rowsOf(operator, { User: ['canView'] })
})
afterAll(() => server.stop())

type Person = Client & { userId: string; roleId: string }

/** A company with this many administrators, each with a role of their own, and nobody else. */
async function companyWith(count: number, grid: Grid = everything) {
  const company = await newCompany(server)
  const people: Person[] = []
  for (let number = 0; number < count; number += 1) {
    const person = await company.as(grid)
    const [mapping] = await operator.ok(listRoleMappings, { params: { userId: person.userId } })
    people.push({ ...person, roleId: mapping?.roleId ?? '' })
  }
  const [first, second] = people
  if (!first) throw new Error('nobody')
  return { company, people, first, second: second ?? first }
}

const refusal = {
  status: 409,
  message: 'The last administrator of a company stays: somebody must be able to change people and roles',
}
const take = (by: Client, { userId, roleId }: { userId: string; roleId: string }) =>
  by.sendCall(deleteRoleMapping, { params: { userId, roleId } })
const untick = (by: Client, { userId, roleId }: Person) =>
  by.sendCall(setRoleMapping, { params: { userId, roleId }, body: { isMapped: false } })
const deactivate = (by: Client, { userId }: Person) =>
  by.sendCall(updateUser, { params: { id: userId }, body: { isActive: false } })
const narrow = (by: Client, { roleId }: Person) =>
  by.sendCall(setRolePermissions, { params: { roleId }, body: narrowed })

const administrators = (companyId: string) =>
  server.door.inTenant(companyId, null, async (db) => {
    const found = await sql<{ there: boolean }>`select app.has_administrator() as there`.execute(db)
    return found.rows[0]?.there
  })

describe('the last administrator of a company', () => {
  test('cannot lose the role that makes them administrator, neither by themselves nor by an operator', async () => {
    const { first } = await companyWith(1)
    for (const by of [first, operator]) {
      expect(JSON.parse((await take(by, first)).text).message).toBe(refusal.message)
      expect((await take(by, first)).status).toBe(409)
      expect((await untick(by, first)).status).toBe(409)
    }
    expect(await first.ok(listRoleMappings, { params: { userId: first.userId } })).toHaveLength(1)
  })

  test('with two such roles can lose one, but not the other after it', async () => {
    const { first } = await companyWith(1)
    const roles = await first.ok(listRoles, { query: {} })
    const roleId = roles.find(({ name }) => name === 'Administrator')?.id ?? ''
    // An operator grants it, because other suites create modules that the first person holds no flag on.
    await operator.ok(createRoleMapping, { body: { userId: first.userId, roleId } })
    expect((await take(first, first)).status).toBe(204)
    expect((await take(first, { userId: first.userId, roleId })).status).toBe(409)
  })

  test.each([
    ['User', 'canEdit'],
    ['Role', 'canEdit'],
    ['UserRoleMapping', 'canCreate'],
  ] as const)('by several roles together cannot lose the role with %s %s', async (module, flag) => {
    const rest = { ...everything, [module]: (everything[module] ?? []).filter((one: Flag) => one !== flag) }
    const { first } = await companyWith(1, rest)
    const part = await newRole(operator, {
      tenantId: (await first.ok(listRoles, { query: {} }))[0]?.tenantId ?? '',
      grid: { [module]: [flag] },
    })
    await operator.ok(createRoleMapping, { body: { userId: first.userId, roleId: part.id } })
    for (const roleId of [part.id, first.roleId])
      expect((await take(operator, { userId: first.userId, roleId })).status).toBe(409)
  })

  test('no longer counts as the last beside a second active one', async () => {
    const { first, second } = await companyWith(2)
    expect((await deactivate(first, second)).status).toBe(200)
    expect((await take(first, first)).status).toBe(409)
    await first.ok(updateUser, { params: { id: second.userId }, body: { isActive: true } })
    expect((await take(first, first)).status).toBe(204)
  })

  test('is not protected in a company that has none', async () => {
    const { first } = await companyWith(1, { UserRoleMapping: ['canDelete'] })
    expect((await take(first, first)).status).toBe(204)
  })
})

describe('two administrators who remove each other at the same moment', () => {
  const ways = { take, untick, deactivate, narrow }
  const pairs = [
    ['take', 'take'],
    ['untick', 'untick'],
    ['deactivate', 'deactivate'],
    ['narrow', 'narrow'],
    ['take', 'deactivate'],
    ['narrow', 'take'],
    ['deactivate', 'narrow'],
  ] as const
  test.each(pairs)(
    'by %s and %s: exactly one removal succeeds',
    async (one, other) => {
      for (let round = 0; round < 5; round += 1) {
        const { company, first, second } = await companyWith(2)
        const replies = await Promise.all([ways[one](first, second), ways[other](second, first)])
        const done = replies.filter(({ status }) => status < 300)
        expect(done.length, replies.map(({ status, text }) => `${status} ${text}`).join('\n')).toBe(1)
        for (const { status } of replies) expect([200, 204, 401, 403, 409]).toContain(status)
        expect(await administrators(company.id)).toBe(true)
      }
    },
    120_000,
  )

  test('in a ring of four leave at least one administrator', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { company, people, first } = await companyWith(4)
      const replies = await Promise.all(people.map((person, at) => take(person, people[at + 1] ?? first)))
      for (const { status, text } of replies) expect([204, 403, 409], text).toContain(status)
      expect(await administrators(company.id)).toBe(true)
    }
  })
})

test('240 concurrent changes by three administrators and an operator cause no deadlock and leave an administrator', async () => {
  const { company, people } = await companyWith(3)
  const crowd = [...people, await company.person({}), await company.person({ Contracts: ['canView'] })]
  const [holder] = people
  if (!holder) throw new Error('nobody')
  const roles = people.map(({ roleId }) => roleId)
  for (let count = 0; count < 4; count += 1) roles.push((await newRole(holder, { grid: { Projects: ['canView'] } })).id)
  const roll = dice(seedOf('last administrator'))
  const any = <T>(values: readonly T[]): T => values[roll(values.length)] as T
  const rows = await rowsOf(holder, { Contracts: ['canView'], Projects: ['canEdit'], Home: [] })
  const calls: ((by: Client) => ReturnType<Client['sendCall']>)[] = [
    (by) => by.sendCall(createRoleMapping, { body: { userId: any(crowd).userId, roleId: any(roles) } }),
    (by) =>
      by.sendCall(setRoleMapping, {
        params: { userId: any(crowd).userId, roleId: any(roles) },
        body: { isMapped: roll(2) === 0 },
      }),
    (by) => by.sendCall(deleteRoleMapping, { params: { userId: any(crowd).userId, roleId: any(roles) } }),
    (by) => by.sendCall(setRolePermissions, { params: { roleId: any(roles) }, body: rows }),
    (by) => by.sendCall(deleteRole, { params: { id: any(roles) } }),
    (by) => by.sendCall(createRole, { body: { name: newId(), permissions: rows } }),
    (by) => by.sendCall(updateUser, { params: { id: any(crowd).userId }, body: { isActive: roll(10) < 7 } }),
    (by) => by.sendCall(listUserPermissions, { params: { userId: any(crowd).userId } }),
  ]
  const storm = Array.from({ length: 240 }, () => any(calls)(any([...people, operator])))
  const replies = await Promise.all(storm)
  for (const { status, text } of replies) expect([200, 201, 204, 401, 403, 404, 409], text).toContain(status)
  expect(
    replies.filter(({ text }) => text.includes('at the same moment')),
    `seed ${seed}`,
  ).toEqual([])
  expect(await administrators(company.id), `seed ${seed}`).toBe(true)
})

test('an edit of a person and the roles that the person creates meanwhile do not deadlock', async () => {
  const { first, second } = await companyWith(2)
  const permissions = await rowsOf(first, { Home: ['canView'] })
  for (let round = 0; round < 10; round += 1) {
    const replies = await Promise.all(
      [1, 2, 3].flatMap(() => [
        second.sendCall(createRole, { body: { name: newId(), permissions } }, { 'idempotency-key': newId() }),
        first.sendCall(updateUser, { params: { id: second.userId }, body: { isActive: true, comment: newId() } }),
      ]),
    )
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 201, 200, 201, 200])
  }
})
