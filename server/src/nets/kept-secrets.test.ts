import { createHash } from 'node:crypto'
import { endpoints } from '@plinth/api'
import { changePassword } from '@plinth/api/access/account'
import { login } from '@plinth/api/access/auth'
import { createUser } from '@plinth/api/access/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBody } from '../access/users/users.factory.ts'
import { adminClient, newId } from '../kernel/testing/databases.ts'
import { answeredElsewhere, graphOf, inputFor } from '../testing/test-graph.ts'
import { operatorCompany, startSuite } from '../testing/test-server.ts'

/**
 * A reader of the database, or of a backup of it, must find neither a secret nor a fast digest from which a secret can
 * be guessed. Every table is searched; no call is listed.
 */

const creates = Object.entries(endpoints).filter(
  ([name, { status, allow }]) => status === 201 && allow !== 'public' && !answeredElsewhere[name],
)
const answered: string[] = []

const { server, company, owner } = await startSuite({ alone: true })
const operator = await (await operatorCompany(server)).as()
const graph = await graphOf({ owner, operator })
const admin = await adminClient(server.admin ?? {})
beforeAll(async () => {
  for (const [name, endpoint] of creates)
    for (const by of endpoint.scope === 'platform' ? [owner, operator] : [owner]) {
      const { status } = await by.sendCall(endpoint, inputFor(name, endpoint, graph), { 'idempotency-key': newId() })
      if (status === 201) answered.push(name)
    }
})
afterAll(() => admin.end())

const algorithms = ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha3-256']
const encodings = ['hex', 'base64', 'base64url'] as const
/** Every fast digest of a text, in each way it may be written; a column of bytes is written in hexadecimal digits. */
const fastDigestsOf = (text: string) =>
  algorithms.flatMap((algorithm) =>
    encodings.map((encoding) => createHash(algorithm).update(text).digest(encoding).replace(/=+$/, '')),
  )

/** Each row of every table, as text, with the name of its table. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const { rows } = await admin.query<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('app', 'public') and c.relkind in ('r', 'p')`)
  const found: { table: string; row: string }[] = []
  for (const { name: table } of rows) {
    const all = await admin.query<{ row: string }>(`select t::text as row from ${table} t`)
    found.push(...all.rows.map(({ row }) => ({ table, row })))
  }
  return found
}

/** The tables that hold one of these texts, or a fast digest of it. */
async function tablesThatTell(texts: readonly string[]): Promise<string[]> {
  const marks = texts.flatMap((text) => [text, ...fastDigestsOf(text)])
  const leaks = (await everyRow()).filter(({ row }) => marks.some((mark) => row.includes(mark)))
  return [...new Set(leaks.map(({ table }) => table))].toSorted()
}

describe('no table holds', () => {
  test('a password, through any call', async () => {
    const [first, second, wrong] = [`first ${newId()}`, `second ${newId()}`, `wrong ${newId()}`]
    const body = userBody({ password: first })
    const key = { 'idempotency-key': newId() }
    const { id, email } = await owner.ok(createUser, { body }, key)
    expect((await owner.ok(createUser, { body }, key)).id).toBe(id)
    const credentials = { emailOrMobile: email ?? '', password: first, tenantName: company.name }
    const session = await server.stranger.ok(login, { body: credentials })
    expect((await server.stranger.refused(login, { body: { ...credentials, password: wrong } })).status).toBe(401)
    const change = { currentPassword: first, newPassword: second }
    const changed = await fetch(server.url + changePassword.path, {
      method: changePassword.method,
      headers: { authorization: `Bearer ${session.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(change),
    })
    expect(changed.status).toBe(204)
    const bodies = [body, credentials, change].map((sent) => JSON.stringify(sent))
    expect(await tablesThatTell([first, second, wrong, ...bodies])).toEqual([])
  })

  test('a name of a failed sign-in that belongs to nobody', async () => {
    const [name, tenantName] = [`${newId()}@typed.example`, `Nobody ${newId()}`]
    const tries = [
      { emailOrMobile: name, tenantName },
      { emailOrMobile: name, tenantName: company.name },
    ]
    for (const tried of tries)
      expect((await server.stranger.refused(login, { body: { ...tried, password: 'x' } })).status).toBe(401)
    const spellings = tries.flatMap(({ emailOrMobile, tenantName: of }) =>
      ['\n', ' ', '', ':', '|', '\0'].flatMap((between) => [
        `${of}${between}${emailOrMobile}`.toLowerCase(),
        `${emailOrMobile}${between}${of}`.toLowerCase(),
      ]),
    )
    expect(await tablesThatTell([name, ...spellings])).toEqual([])
  })

  test('the body of a create, as a digest without a key', async () => {
    const body = userBody()
    await owner.ok(createUser, { body }, { 'idempotency-key': newId() })
    expect(await tablesThatTell([JSON.stringify(body)])).toEqual([])
  })
})

/** The names and values in an answer, at any depth. */
const entriesIn = (value: unknown): [name: string, value: unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]): [string, unknown][] => [[name, inner], ...entriesIn(inner)])
    : []

describe('the stored answer of a create', () => {
  test('is stored for every create that takes a key', () => {
    expect(creates.length).toBeGreaterThan(10)
    expect(creates.map(([name]) => name).filter((name) => !answered.includes(name))).toEqual([])
  })

  test('holds no password, code, token or link', async () => {
    const { rows } = await admin.query<{ answer: unknown }>('select answer from idempotency_keys')
    expect(rows.length).toBeGreaterThan(8)
    const isSecret = ([name, value]: [string, unknown]) =>
      value !== null &&
      (/password|secret|token|link|url|hash|^code$|codes$/i.test(name) ||
        /:\/\/|^\/|\beyJ/.test(typeof value === 'string' ? value : ''))
    expect(rows.flatMap(({ answer }) => entriesIn(answer).filter(isSecret))).toEqual([])
  })
})
