import { createRoleMapping, deleteRoleMapping } from '@plinth/api/access/role-mappings'
import { exportUsers, filterUsers } from '@plinth/api/access/users'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import {
  type Client,
  type Company,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { newRole } from '../roles/roles.factory.ts'
import { newUser } from './users.factory.ts'

let server: TestServer
let company: Company
let other: Company
let owner: Client
let stranger: Client
let operator: Client

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  other = await newCompany(server)
  owner = await company.as()
  stranger = await other.as()
  operator = await (await operatorCompany(server)).as()
})
afterAll(() => server.stop())

/** A person who holds new roles with these names. */
async function holder(by: Client, designation: string, ...names: string[]) {
  const created = await newUser(by, { designation })
  for (const name of names) {
    const role = await newRole(by, { name })
    await by.ok(createRoleMapping, { body: { userId: created.id, roleId: role.id } })
  }
  return created
}

describe('the list of people', () => {
  test("names each person's roles in alphabetical order, and follows each mapping at once", async () => {
    const designation = newId()
    const listed = async () =>
      (await owner.ok(filterUsers, { body: { designation, sort: { field: 'roles' } } })).content.map(
        ({ roles }) => roles,
      )
    const none = await holder(owner, designation)
    await holder(owner, designation, `b ${designation}`, `A ${designation}`)
    expect(await listed()).toEqual([`A ${designation}, b ${designation}`, null])
    const role = await newRole(owner, { name: `0 ${designation}` })
    await owner.ok(createRoleMapping, { body: { userId: none.id, roleId: role.id } })
    expect(await listed()).toEqual([role.name, `A ${designation}, b ${designation}`])
    await owner.ok(deleteRoleMapping, { params: { userId: none.id, roleId: role.id } })
    expect(await listed()).toEqual([`A ${designation}, b ${designation}`, null])
  })

  test("can be searched by a part of a role's name, in the caller's company only", async () => {
    const key = newId()
    const [created] = [await holder(owner, key, `Site clerk ${key}`, `Driver ${key}`), await holder(owner, key)]
    const theirs = await holder(stranger, key, `Site clerk ${key}`)
    const found = async (by: Client, roles: string) =>
      (await by.ok(filterUsers, { body: { roles } })).content.map(({ id }) => id).toSorted()
    expect(await found(owner, `CLERK ${key}`)).toEqual([created.id])
    // The text must be part of one name, never of two names that stand next to each other.
    expect(await found(owner, `${key}, site`)).toEqual([])
    expect(await found(owner, '%')).toEqual([])
    expect(await found(operator, `clerk ${key}`)).toEqual([created.id, theirs.id].toSorted())
  })

  test("shows an operator the roles of every company's people", async () => {
    const designation = newId()
    await holder(owner, designation, `Ours ${designation}`)
    await holder(stranger, designation, `Theirs ${designation}`)
    const { content } = await operator.ok(filterUsers, { body: { designation, sort: { field: 'roles' } } })
    expect(content.map(({ tenantId, roles }) => [tenantId, roles])).toEqual([
      [company.id, `Ours ${designation}`],
      [other.id, `Theirs ${designation}`],
    ])
  })

  test('is exported with the roles, with the same search', async () => {
    const key = newId()
    const created = await holder(owner, key, `b ${key}`, `a ${key}`)
    await holder(owner, key)
    const columns = [
      { field: 'email', label: 'E-mail' },
      { field: 'roles', label: 'Roles held' },
    ]
    const reply = await owner.sendCall(exportUsers, { body: { roles: key, format: 'csv', columns } })
    expect(parse(reply.text, { bom: true, columns: true })).toEqual([
      { 'E-mail': created.email, 'Roles held': `a ${key}, b ${key}` },
    ])
  })
})
