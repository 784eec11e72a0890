import { login } from '@plinth/api/access/auth'
import { getAuditProof } from '@plinth/api/platform/audit-trail'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { type Tokens, tokens } from '../../kernel/secrets/tokens.ts'
import { adminClient, testSecret } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import {
  type Client,
  type Company,
  client,
  newCompany,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'
import { backUpAt, newFolder, place, restoreAt } from '../backup/places.factory.ts'
import { sealTrails, verifyTrails } from './seals.queries.ts'
import { takeOverSeals } from './takeovers.queries.ts'

/** Session secrets in the order in which they replace each other. */
const secrets = [
  testSecret,
  ...['second', 'third', 'fourth'].map((nth) => `the ${nth} secret, of 32 characters or more`),
]
const keysOf = (at: number, old?: number) =>
  tokens(secrets[at] ?? '', Date.now, old === undefined ? undefined : secrets[old])

let server: TestServer
let company: Company
let person: Awaited<ReturnType<Company['as']>>
let admin: Awaited<ReturnType<typeof adminClient>>
beforeEach(async () => {
  server = await startTestServer({ alone: true })
  company = await newCompany(server)
  person = await company.as()
  admin = await adminClient(server.admin ?? {})
  await addSeals(keysOf(0), 3)
})
afterEach(async () => {
  await admin.end()
  await server.stop()
})

/** Adds this many seals, by a server with these keys. */
async function addSeals(keys: Tokens, seals: number): Promise<void> {
  for (let count = 0; count < seals; count += 1) {
    await newContract(person)
    await sealTrails(server.door, keys)
  }
}
const verify = (keys: Tokens) => verifyTrails(server.door, keys)
const fine = { faults: [], unknown: [] }
/** Runs statements as an attacker with full access to the database. */
const forge = (statements: string) =>
  admin.query(`set session_replication_role = replica; select set_config('app.tenant_id', '${company.id}', false);
    ${statements}; set session_replication_role = origin`)
/** Recomputes the digests from a seal on, so that they fit the altered entries. */
const remake = (first: number) => `do $$ begin
  for at in ${first}..(select max(number) from audit_seals) loop
    update audit_seals set digest = app.audit_digest(at) where number = at and tenant_id = app.tenant_id();
  end loop; end $$`
const alter = (seal: number) => `update audit_entries set address = '10.0.0.1' where seal = ${seal}`

describe('seals, after the session secret was replaced', () => {
  test('verify as good with the present secret only, after any number of replacements', async () => {
    for (const [at, seals] of [
      [1, 4],
      [2, 2],
      [3, 1],
    ] as const) {
      const newest = (await verify(keysOf(at - 1))).heads[0]?.number
      expect(await takeOverSeals(server.door, keysOf(at, at - 1))).toEqual({
        companies: 1,
        seals: newest,
        forged: 0,
        unknown: 0,
        strange: 0,
      })
      expect(await verify(keysOf(at))).toMatchObject(fine)
      await addSeals(keysOf(at), seals)
      expect(await verify(keysOf(at))).toMatchObject(fine)
      // One takeover is enough, with or without the old secret.
      for (const keys of [keysOf(at, at - 1), keysOf(at)])
        expect(await takeOverSeals(server.door, keys)).toMatchObject({ companies: 0, strange: 0 })
    }
    const { unknown } = await verify(keysOf(2))
    expect(unknown, 'the last ones are of a secret that the third has never known').toEqual([
      { company: company.id, first: expect.any(Number), last: expect.any(Number) },
    ])
  })

  test('are good on the screen of the proof, which reports seals that are neither good nor forged', async () => {
    const login3 = await migrate(server.admin ?? {}, testSecret)
    const proofWith = async (keys: Tokens) => {
      const other = await startTestServer({ login: login3, keys, storage: server.storage })
      try {
        const body = { emailOrMobile: person.email, password: company.password, tenantName: company.name }
        const by: Client = client(other.url, (await client(other.url).ok(login, { body })).accessToken)
        return await by.ok(getAuditProof, {})
      } finally {
        await other.stop()
      }
    }
    expect(await proofWith(keysOf(1))).toMatchObject({ faults: [], unknown: [{ first: 1, last: 3 }] })
    await takeOverSeals(server.door, keysOf(1, 0))
    expect(await proofWith(keysOf(1))).toMatchObject(fine)
    await takeOverSeals(server.door, keysOf(2, 1))
    expect(await proofWith(keysOf(2))).toMatchObject(fine)
    await forge(alter(2))
    expect((await proofWith(keysOf(2))).faults.map(({ number }) => number)).toEqual([2])
  })

  test('may be taken over by servers that start at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => takeOverSeals(server.door, keysOf(1, 0))))
    expect(await verify(keysOf(1))).toMatchObject(fine)
  })

  test('without the old secret are neither forged nor good, until it is available', async () => {
    await addSeals(keysOf(1), 2)
    const strange = { companies: 0, seals: 0, forged: 0, unknown: 0, strange: 1 }
    expect(await takeOverSeals(server.door, keysOf(1))).toEqual(strange)
    const unknown = [{ company: company.id, first: 1, last: 3 }]
    expect(await verify(keysOf(1))).toMatchObject({ faults: [], unknown })
    // After another replacement they stay so.
    expect(await takeOverSeals(server.door, keysOf(2, 1))).toMatchObject({ companies: 1, forged: 0, unknown: 3 })
    await addSeals(keysOf(2), 1)
    expect(await verify(keysOf(2))).toMatchObject({ faults: [], unknown })
    // A noted head then proves that nothing up to it was changed.
    const heads = [{ ...(await verify(keysOf(0))).heads[0], company: company.id, number: 3 }]
    const digest = (await admin.query(`select encode(digest, 'hex') as digest from audit_seals where number = 3`))
      .rows[0]
    const noted = heads.map((head) => ({ ...head, digest: String(digest.digest) }))
    expect(await verifyTrails(server.door, keysOf(2), noted)).toMatchObject(fine)
    // With the first secret available again.
    expect(await takeOverSeals(server.door, keysOf(2, 0))).toMatchObject({ companies: 1, forged: 0, unknown: 0 })
    expect(await verify(keysOf(2))).toMatchObject(fine)
  })

  test('of early versions, which do not name their key, are taken over at the first start', async () => {
    await forge(`update audit_seals set signature = split_part(signature, '.', 2)`)
    expect(await verify(keysOf(0))).toMatchObject(fine)
    expect(await verify(keysOf(1))).toMatchObject({ faults: [], unknown: [{ first: 1, last: 3 }] })
    expect(await takeOverSeals(server.door, keysOf(0))).toMatchObject({ companies: 1, seals: 3, unknown: 0 })
    expect(await takeOverSeals(server.door, keysOf(0))).toMatchObject({ companies: 0 })
    await takeOverSeals(server.door, keysOf(1, 0))
    expect(await verify(keysOf(1))).toMatchObject(fine)
    // From then on each seal must name its key.
    await addSeals(keysOf(1), 1)
    await forge(`update audit_seals set signature = split_part(signature, '.', 2) where number = 4`)
    const { faults } = await verify(tokens('none that ever was, of 32 characters or more', Date.now, secrets[1]))
    expect(faults).toEqual([])
    await forge(`update audit_seals set signature = repeat('x', 43) where number = 4`)
    expect((await verify(keysOf(1))).faults.map(({ number }) => number)).toEqual([4])
  })
})

describe('an attacker who has the database but not the secret', () => {
  const numbers = async (keys: Tokens) => (await verify(keys)).faults.map(({ number }) => number)

  test.each([
    ['an entry', alter(2)],
    ['an entry and every digest since', `${alter(2)}; ${remake(2)}`],
    ['a digest alone', `update audit_seals set digest = sha256('x') where number = 2`],
    ['a seal, which goes', 'delete from audit_seals where number = 2'],
  ])('and alters %s is detected before the secret is replaced and after, three times', async (_, statements) => {
    await forge(statements)
    const before = await numbers(keysOf(0))
    expect(before).toContain(2)
    for (const at of [1, 2, 3]) {
      await takeOverSeals(server.door, keysOf(at, at - 1))
      expect(await numbers(keysOf(at))).toEqual(expect.arrayContaining([2]))
      await addSeals(keysOf(at), 1)
      expect(await numbers(keysOf(at))).toEqual(expect.arrayContaining([2]))
    }
  })

  test.each([
    ['an entry', alter(2)],
    ['an entry and every digest since', `${alter(2)}; ${remake(2)}`],
    [
      'all of it, cut off at its end',
      `delete from audit_entries where seal > 2; delete from audit_seals where number > 2`,
    ],
    ['what the takeover says', `update audit_takeovers set number = 2; ${alter(3)}; ${remake(3)}`],
    [
      'who vouched for it',
      `${alter(1)}; ${remake(1)}; update audit_takeovers set digest = (select digest from audit_seals where number = 3)`,
    ],
  ])('and alters an older %s between two replacements is detected from then on', async (_, statements) => {
    await takeOverSeals(server.door, keysOf(1, 0))
    await forge(statements)
    expect((await numbers(keysOf(1))).length).toBeGreaterThan(0)
    await addSeals(keysOf(1), 3)
    expect((await numbers(keysOf(1))).length).toBeGreaterThan(0)
    await takeOverSeals(server.door, keysOf(2, 1))
    const after = await verify(keysOf(2))
    expect(after.faults.length + after.unknown.length).toBeGreaterThan(0)
  })

  test('cannot have a recomputed trail accepted as good by removing what vouches for it', async () => {
    await takeOverSeals(server.door, keysOf(1, 0))
    await forge(`delete from audit_takeovers; ${alter(1)}; ${remake(1)}`)
    expect(await verify(keysOf(1))).toMatchObject({ faults: [], unknown: [{ first: 1, last: 3 }] })
  })

  test('cannot sign, with a leaked former secret, anything the present secret has not vouched for', async () => {
    const [leaked, present] = [keysOf(0), keysOf(1)]
    await takeOverSeals(server.door, keysOf(1, 0))
    await addSeals(present, 2)
    // The end is cut off and made again, signed with the leaked key; so is a takeover of it.
    await forge('delete from audit_entries where seal > 4; delete from audit_seals where number > 4')
    await addSeals(leaked, 1)
    expect(await verify(present)).toMatchObject({ faults: [], unknown: [{ first: 5, last: 5 }] })
    await takeOverSeals(server.door, keysOf(0, 1))
    expect(await verify(present)).toMatchObject({ faults: [], unknown: [{ first: 5, last: 5 }] })
    await forge(`${alter(1)}; ${remake(1)}`)
    expect((await numbers(present)).length).toBeGreaterThan(0)
  })
})

test('a backup restored beside another secret reports its seals as unknown, and as good once it gets the secret of then', async () => {
  const [source, target] = [await place('on disk'), await place('on disk')]
  const first = await source.serve()
  await newContract(await (await newCompany(first)).as())
  await sealTrails(first.door, keysOf(0))
  await first.stop()
  const { path } = await backUpAt(source, newFolder())
  await restoreAt({ ...target, config: { ...target.config, sessionSecret: secrets[1] ?? '' } }, path, {
    newSecret: true,
  })
  const restored = await target.serve()
  try {
    const verified = (at: number, old?: number) => verifyTrails(restored.door, keysOf(at, old))
    expect(await verified(1)).toMatchObject({ faults: [], unknown: [{ first: 1, last: 1 }] })
    await newContract(await (await newCompany(restored)).as())
    await sealTrails(restored.door, keysOf(1))
    expect(await takeOverSeals(restored.door, keysOf(1))).toMatchObject({ companies: 0, strange: 1 })
    expect(await takeOverSeals(restored.door, keysOf(1, 0))).toMatchObject({ companies: 1, unknown: 0, forged: 0 })
    expect(await verified(1)).toMatchObject(fine)
  } finally {
    await restored.stop()
  }
})
