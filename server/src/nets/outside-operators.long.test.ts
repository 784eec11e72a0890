import { endpoints } from '@plinth/api'
import { type Endpoint, shapeOf } from '@plinth/api/kernel/endpoint'
import { flags } from '@plinth/api/kernel/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminClient, newId } from '../kernel/testing/databases.ts'
import { graphOf } from '../testing/test-graph.ts'
import type { Graph } from '../testing/test-inputs.ts'
import {
  type Company,
  everyPlatformFlag,
  newCompany,
  operatorCompany,
  startTestServer,
  type TestServer,
} from '../testing/test-server.ts'
import { callsAbout, guard } from '../testing/test-sign-in.ts'

/**
 * Operators and a customer's company, at every call, present and future: no operator gets in or lets anybody in without
 * the permission for it. This file lists no call.
 */

const now = Date.now()
const { Credentials: _, ...grid } = everyPlatformFlag
const guarded = Object.entries(endpoints).filter(([, { allow }]) => allow !== 'public')

let server: TestServer
let graph: Graph
let operators: Company
let admin: Awaited<ReturnType<typeof adminClient>>

beforeAll(async () => {
  server = await startTestServer({ alone: true, now: () => now })
  if (!server.admin) throw new Error('no database of its own')
  admin = await adminClient(server.admin)
  operators = await operatorCompany(server)
  graph = await graphOf({ owner: await (await newCompany(server)).as(), operator: await operators.as() })
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** A customer's company, and an operator to act on it. */
async function meeting() {
  const company = await newCompany(server)
  await company.as()
  return { company, operator: await operators.as(grid) }
}

/** A user with a second factor and failed sign-ins, active or not, and two roles: theirs and another. */
async function somebody(company: Company, isActive: boolean) {
  const [{ userId }, other] = [
    await company.person({ Contracts: ['canView'] }),
    await company.person({ Payroll: flags }),
  ]
  await guard(admin, { tenantId: company.id, userId }, now)
  if (!isActive) await admin.query('update users set is_active = false where id = $1', [userId])
  const roles = await admin.query('select role_id from user_roles where user_id in ($1, $2)', [userId, other.userId])
  return { userId, roles: roles.rows.map((row) => String(row.role_id)) }
}

async function scene() {
  const scene = await meeting()
  return { ...scene, people: [await somebody(scene.company, true), await somebody(scene.company, false)] }
}

/** A call without effects, which may share its scene with all others of its kind. */
const isRead = ({ method, path }: Endpoint) =>
  method === 'GET' || /\/(?:filter|counts|groups|export|search)$/.test(path)
let shared: ReturnType<typeof scene> | undefined

/** A scene of its own for each call that changes something: it may delete the company, or anybody in it. */
function sceneFor(endpoint: Endpoint) {
  if (!isRead(endpoint)) return scene()
  shared ??= scene()
  return shared
}

/** Everything that lets somebody in: how each user of the company signs in, and their permissions. */
async function waysIn(company: Company): Promise<string[]> {
  const { rows } = await admin.query(
    `select concat_ws(' ', 'sign-in', u.id, u.email, u.mobile_no, u.is_active, p.hash, md5(f.*::text), a.attempts) as way
       from users u left join user_passwords p on p.user_id = u.id left join second_factors f on f.user_id = u.id
       left join login_attempts a on a.key = 'user ' || u.id where u.tenant_id = $1 and u.deleted_at is null
     union all select concat_ws(' ', 'flag', ur.user_id, f.module_name, f.flag) from user_roles ur
       join users u on u.id = ur.user_id and u.is_active and u.deleted_at is null
       join app.role_flags f on f.role_id = ur.role_id where ur.tenant_id = $1`,
    [company.id],
  )
  return rows.map(({ way }) => way)
}

/** Fields of a body that let somebody in, beside those of the sign-in. */
const lettingIn: Record<string, (moduleId: string, company: Company) => unknown> = {
  isActive: () => true,
  isMapped: () => true,
  tenantId: (_, company) => company.id,
  permissions: (moduleId) => [{ moduleId, ...Object.fromEntries(flags.map((flag) => [flag, true])) }],
}

interface Aimed {
  company: Company
  userId: string
  roleId: string
}

async function inputsFor(name: string, endpoint: Endpoint, { company, userId, roleId }: Aimed) {
  const { rows } = await admin.query(`select id from modules where key = 'Contracts'`)
  const moduleId = String(rows[0]?.id)
  const aim = { ...graph, tenants: company.id, tenantId: company.id, roles: roleId, bulk: roleId, role: roleId }
  const fields = Object.keys(shapeOf(endpoint.body))
  const named = Object.entries(lettingIn).filter(([field]) => fields.includes(field))
  const added = Object.fromEntries(named.map(([field, made]) => [field, made(moduleId, company)]))
  const plain = callsAbout(userId, name, endpoint, aim, {})
  return plain.flatMap(({ label, input }) => {
    const body = 'body' in input ? input.body : undefined
    if (name === 'setRolePermissions')
      return { label, input: { ...input, body: lettingIn['permissions']?.(moduleId, company) } }
    if (typeof body !== 'object' || Array.isArray(body) || body instanceof Blob || body instanceof FormData)
      return { label, input }
    // The same with unchanged values, as a form sends them.
    const stored = { ...(fields.includes('username') && { username: newId() }) }
    return [{ label, input }].concat({
      label: `${label}, letting in`,
      input: { ...input, body: { ...stored, ...body, ...added } },
    })
  })
}

describe('an operator with every flag but that on Credentials', () => {
  test.each(guarded)('lets nobody in at %s', async (name, endpoint) => {
    const { company, operator, people } = await sceneFor(endpoint)
    for (const { userId, roles } of people) {
      const before = await waysIn(company)
      const inputs = await Promise.all(roles.map((roleId) => inputsFor(name, endpoint, { company, userId, roleId })))
      for (const { label, input } of inputs.flat()) {
        const { status, text } = await operator.sendCall(endpoint, input)
        expect(status, `${label}: ${text}`).toBeLessThan(500)
        const gained = (await waysIn(company)).filter((way) => !before.includes(way))
        expect(gained, `${label}: ${status} ${text}`).toEqual([])
      }
    }
  })
})
