import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { login, refresh } from '@plinth/api/access/auth'
import { deleteDocument, listRecordDocuments } from '@plinth/api/documents/documents'
import { getContract } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFactor } from '../../access/account/account.factory.ts'
import { plain } from '../../access/users/images.factory.ts'
import { newDocument, newPicture, textFile } from '../../documents/documents/documents.factory.ts'
import { drawDue } from '../../documents/documents/drawing.queries.ts'
import { sweep, verify } from '../../documents/documents/sweep.queries.ts'
import { migrate, migrations } from '../../kernel/db/migrate.ts'
import { storeAway } from '../../kernel/files/storage.ts'
import { tokens } from '../../kernel/secrets/tokens.ts'
import { StartError } from '../../kernel/start-error.ts'
import { adminClient, testSecret } from '../../kernel/testing/databases.ts'
import { rightsIn } from '../../kernel/testing/rights.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, client, newCompany, type TestServer } from '../../testing/test-server.ts'
import { verifyTrails } from '../audit-trail/seals.queries.ts'
import { manifestFile, unfinishedMark } from './archive.rules.ts'
import { mixedWrites } from './backup.factory.ts'
import type { TakenBackup } from './backup.queries.ts'
import {
  backUpAt,
  newFolder,
  type Place,
  place,
  restoreAt,
  rewriteManifest,
  rowsIn,
  smallOne,
} from './places.factory.ts'

const photo = async (width = 40) => new File([new Uint8Array(await plain(width).jpeg().toBuffer())], 'Site.jpg')
const documentsOf = (by: Client, tenantId: string, contractId: string) =>
  by.ok(listRecordDocuments, {
    params: { tenantId, entityType: 'CONTRACT', entityId: contractId },
    query: { size: 200 },
  })

async function contentOf({ url }: TestServer, path: string | null): Promise<string> {
  const bytes = await (await fetch(url + path)).arrayBuffer()
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
}

describe.each([
  { from: 'on disk', to: 'in S3', isBound: false },
  { from: 'in S3', to: 'on disk', isBound: true },
] as const)('an installation with its documents $from, written to while a backup is taken', ({ from, to, isBound }) => {
  const backups = newFolder()
  let source: Place
  let target: Place
  let server: TestServer
  let restored: TestServer
  let company: Awaited<ReturnType<typeof newCompany>>
  let owner: Awaited<ReturnType<(typeof company)['as']>>
  let factor: Awaited<ReturnType<typeof newFactor>>
  let contract: string
  let deleted: { id: string; key: string }
  let undrawn: { id: string }
  let before: string[]
  let late: string
  let takenBackup: TakenBackup

  beforeAll(async () => {
    source = await place(from, { isBound })
    target = await place(to, { isBound })
    server = await source.serve()
    company = await newCompany(server)
    owner = await company.as()
    contract = (await newContract(owner)).id
    deleted = await newDocument(owner, contract)
    await newPicture(server, owner, contract, await photo())
    // A picture not drawn yet when the backup is taken is drawn after the restore.
    undrawn = await newDocument(owner, contract, await photo(50))
    factor = await newFactor(owner, company.password)
    const writes = mixedWrites(owner, contract)
    while (writes.made.length < 3) await sleep(10)

    // The backup is held after it has read the tables, before its first file.
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const reached = new Promise<void>((resolve) => {
      source.hooks.open = () => {
        resolve()
        return held
      }
    })
    before = [...writes.made]
    const backup = backUpAt(source, backups)
    await Promise.race([reached, backup])
    await owner.ok(deleteDocument, { params: { id: deleted.id } })
    await sweep(server.door, server.storage)
    late = (await newContract(owner)).id
    goOn()
    takenBackup = await backup
    await writes.stop()
    source.hooks.open = () => {}
    await restoreAt(target, takenBackup.path)
    restored = await target.serve()
  })
  afterAll(async () => {
    await server.stop()
    await restored.stop()
  })

  let signedIn: Promise<Client> | undefined
  /** Signs in to the restored server once, because a code works once. */
  const person = () => (signedIn ??= signInTo(restored))
  const signInTo = async ({ url }: TestServer) => {
    const body = { emailOrMobile: owner.email, password: company.password, tenantName: company.name }
    const code = factor.codeAt(Date.now() + 30_000)
    return client(url, (await client(url).ok(login, { body: { ...body, code } })).accessToken)
  }

  test('has as many rows as it states', async () => {
    expect(takenBackup.tables.length).toBeGreaterThan(20)
    const rows = takenBackup.tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`)
    const counted = await rowsIn<{ name: string; rows: number }>(target, rows.join(' union all '))
    const byName = new Map(counted.map((table) => [table.name, table.rows]))
    for (const table of takenBackup.tables)
      expect([table.name, byName.get(table.name)]).toEqual([table.name, table.rows])
    expect(takenBackup.tables.find(({ name }) => name === 'public.contracts')?.rows).toBeGreaterThan(before.length)
  })

  test('is protected as before by row-level security, triggers and rights', async () => {
    const guards = `select array(select format('%s %s %s', relname, relrowsecurity, relforcerowsecurity) from pg_class
        where relnamespace = 'public'::regnamespace order by 1) as tables,
      array(select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal order by 1) as triggers`
    expect(await rowsIn(target, guards)).toEqual(await rowsIn(source, guards))
    const rights = async ({ root }: Place) => {
      const admin = await adminClient(root)
      try {
        return await rightsIn(admin)
      } finally {
        await admin.end()
      }
    }
    expect(await rights(target)).toBe(await rights(source))
  })

  test('is complete as of one moment, with everything answered before and nothing that came after', async () => {
    const by = await person()
    for (const id of before) expect((await by.ok(getContract, { params: { id } })).id).toBe(id)
    expect((await by.refused(getContract, { params: { id: late } })).status).toBe(404)
    const sums = await restored.door.inTenant(company.id, null, (db) =>
      sql<{ kept: number; live: number }>`select (select sum(contracts) from contract_figures) as kept,
        (select count(*) from contracts) as live`.execute(db),
    )
    expect(sums.rows[0]?.kept).toBe(sums.rows[0]?.live)
  })

  test('has every document of that moment with its content, also the one deleted meanwhile', async () => {
    const by = await person()
    const documents = await documentsOf(by, company.id, contract)
    expect(documents.map(({ id }) => id)).toContain(deleted.id)
    for (const { s3Url, sha256, thumbnailUrl } of documents) {
      expect(await contentOf(restored, s3Url)).toBe(sha256)
      if (thumbnailUrl) expect((await fetch(restored.url + thumbnailUrl)).status).toBe(200)
    }
    expect(documents.find(({ id }) => id === undrawn.id)).toMatchObject({ arePicturesDue: true, thumbnailUrl: null })
    await drawDue(restored.door, target.storage, undefined, company.id)
    const drawn = (await documentsOf(by, company.id, contract)).find(({ id }) => id === undrawn.id)
    expect(drawn).toMatchObject({ arePicturesDue: false, thumbnailUrl: expect.any(String) })
    const found = await verify(restored.door, target.storage)
    expect(found).toMatchObject({ documents: takenBackup.documents.documents, faults: [] })
    expect((await verifyTrails(restored.door, tokens(testSecret))).faults).toEqual([])
  })

  test('accepts passwords and codes of its users, and no earlier session', async () => {
    expect((await documentsOf(await person(), company.id, contract)).length).toBeGreaterThan(1)
    const { refreshToken, accessToken } = owner.session
    expect((await client(restored.url).refused(refresh, { body: { refreshToken } })).status).toBe(401)
    expect((await client(restored.url, accessToken).refused(getContract, { params: { id: contract } })).status).toBe(
      401,
    )
  })

  test('erases documents deleted meanwhile once the backup has them', async () => {
    expect((await documentsOf(owner, company.id, contract)).map(({ id }) => id)).not.toContain(deleted.id)
    expect(await source.storage.sizeOf(deleted.key)).toBeGreaterThan(0)
    await sweep(server.door, server.storage)
    expect(await source.storage.sizeOf(deleted.key)).toBeUndefined()
  })

  test('is backed up again with only the new files, and old backups are removed with the files that only they needed', async () => {
    const contents = () => readdirSync(join(backups, 'files'), { recursive: true }).filter((name) => name.length > 60)
    await backUpAt(source, backups)
    let read = 0
    source.hooks.open = () => void (read += 1)
    const [first, ...gone] = (await documentsOf(owner, company.id, contract)).filter(
      ({ thumbnailUrl }) => !thumbnailUrl,
    )
    for (const { id } of gone) await owner.ok(deleteDocument, { params: { id } })
    await newDocument(owner, contract, textFile('new since'))
    const last = await backUpAt(source, backups, 1)
    expect(read).toBe(1)
    expect(last.removed).toBe(2)
    expect(readdirSync(backups).toSorted()).toEqual([last.path.slice(backups.length + 1), 'files'])
    expect(contents()).toHaveLength(last.documents.files)
    expect(contents().map((name) => name.slice(-64))).toContain(first?.sha256)
    for (const { sha256 } of gone) expect(contents().map((name) => name.slice(-64))).not.toContain(sha256)
  })
})

/** Holds a backup before this table, for as long as the test needs. */
const holdTable = 'set idle_in_transaction_session_timeout = 0; begin; lock table public.list_views'
const waiting = `select from pg_locks where not granted and relation = 'public.list_views'::regclass`

describe('a backup', () => {
  let small: Awaited<ReturnType<typeof smallOne>>
  beforeAll(async () => {
    small = await smallOne()
  })

  test('that is killed is never mistaken for one, blocks nothing, and is removed by the next', async () => {
    const folder = newFolder()
    const admin = await adminClient(small.at.root)
    await admin.query(holdTable)
    const { user = '', password = '', host = '', database, connectionString } = small.at.root
    const url = `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host)}`
    const command = [join(import.meta.dirname, '../../main.ts'), 'backup', folder]
    const env = { DATABASE_URL: connectionString ?? url, SESSION_SECRET: testSecret, DATA_DIR: newFolder() }
    for (const [signal, end] of [
      ['SIGTERM', [1, null]],
      ['SIGKILL', [null, 'SIGKILL']],
    ] as const) {
      const killed = spawn(process.execPath, command, { env, stdio: 'ignore' })
      await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
      // Writers wait for nobody.
      await admin.query('update public.contracts set comments = comments')
      killed.kill(signal)
      expect(await once(killed, 'exit')).toEqual(end)
      await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 20_000 }).toBe(0)
    }
    await admin.query('rollback')
    await admin.end()
    const [name = ''] = readdirSync(folder).filter((entry) => entry !== 'files')
    expect(name).toMatch(new RegExp(`Z${unfinishedMark}$`))
    expect(existsSync(join(folder, name, 'tables'))).toBe(true)
    expect(existsSync(join(folder, name, manifestFile))).toBe(false)
    await expect(restoreAt(await place('on disk'), join(folder, name))).rejects.toThrow('is no whole backup')
    writeFileSync(join(folder, 'files', 'arriving-1'), 'half')
    const { path } = await backUpAt(small.at, folder)
    expect(readdirSync(folder).toSorted()).toEqual([path.slice(folder.length + 1), 'files'])
    expect(readdirSync(join(folder, 'files'))).toEqual([small.sha256.slice(0, 2)])
  })

  test('is taken one at a time, from an existing installation, into a folder of its own', async () => {
    const admin = await adminClient(small.at.root)
    await admin.query(holdTable)
    const folder = newFolder()
    const { company } = small
    const first = backUpAt(small.at, folder)
    // On a busy machine it takes a while until it reaches that table.
    await expect.poll(async () => (await admin.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
    await expect(backUpAt(small.at, newFolder())).rejects.toThrow(
      'Another backup or restore of this database is under way.',
    )
    const writer = await adminClient(small.at.root)
    await writer.query("select set_config('app.tenant_id', $1, false)", [company])
    const created = await writer.query(`insert into contracts (contract_name) values ('Late') returning id`)
    const late: string = created.rows[0].id
    await writer.end()
    await admin.query('rollback')
    await admin.end()
    const { path } = await first
    const later = gunzipSync(readFileSync(join(path, 'tables/public.status_changes.copy.gz'))).toString()
    expect([later.includes(company), later.includes(late)]).toEqual([true, false])

    await expect(backUpAt(await place('on disk'), newFolder())).rejects.toThrow('The database holds no installation')
    const stranger = await place('on disk')
    await migrate(stranger.admin, testSecret)
    await rowsIn(
      stranger,
      `insert into tenants (name, subdomain, schema_name, kind) values ('Plinth', 'p', 'p', 'OPERATOR')`,
    )
    await expect(backUpAt(stranger, folder)).rejects.toThrow('holds backups of another installation')
  })

  test('reports files that the store has lost, and has all others', async () => {
    const at = await place('in S3')
    const server = await at.serve()
    const owner = await (await newCompany(server)).as()
    const { id } = await newContract(owner)
    const [kept, lost] = [
      await newDocument(owner, id, textFile('kept')),
      await newDocument(owner, id, textFile('lost')),
    ]
    await server.stop()
    await at.storage.remove(lost.key)
    const { documents, path } = await backUpAt(at, newFolder())
    expect(documents).toMatchObject({
      documents: 2,
      files: 1,
      faults: [expect.stringMatching(`^The file of document ${lost.id} .* is gone`)],
    })
    const target = await place('on disk')
    await restoreAt(target, path)
    expect(await target.storage.sizeOf(kept.key)).toBe(4)
  })

  test('without a usable target fails with a sentence', async () => {
    const file = join(newFolder(), 'a file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below')]) {
      const refused = backUpAt(small.at, folder)
      await expect(refused).rejects.toThrow(StartError)
      await expect(refused).rejects.toThrow(`${folder} cannot be worked with: `)
    }
    const away = { ...small.at, storage: { ...small.at.storage, open: () => Promise.reject(storeAway()) } }
    const folder = newFolder()
    await expect(backUpAt(away, folder)).rejects.toThrow('The document store is away for a moment.')
    expect(readdirSync(folder)).toEqual(['files'])
  })

  test('is readable by its owner only', async () => {
    const { path } = await backUpAt(small.at, newFolder())
    for (const name of readdirSync(path, { recursive: true }).map(String)) {
      const found = statSync(join(path, name))
      expect([name, found.mode & 0o077]).toEqual([name, 0])
    }
  })
})

describe('a restore', () => {
  let small: Awaited<ReturnType<typeof smallOne>>
  let path: string
  beforeAll(async () => {
    small = await smallOne()
    path = (await backUpAt(small.at, newFolder())).path
  })
  const copied = async () => (await backUpAt(small.at, newFolder())).path
  /** A backup that claims one row of users more than it has. */
  async function withOneUserMore(): Promise<string> {
    const from = await copied()
    rewriteManifest(from, ({ tables }) => ({
      tables: tables.map((table) => (table.name === 'public.users' ? { ...table, rows: table.rows + 1 } : table)),
    }))
    return from
  }
  const isUntouched = async (at: Place) =>
    (await rowsIn(at, `select from pg_class where relnamespace = 'public'::regnamespace`)).length === 0

  test('refuses a damaged backup without changing anything', async () => {
    const target = await place('on disk')
    const tables = join(await copied(), 'tables')
    truncateSync(join(tables, 'public.users.copy.gz'), 40)
    await expect(restoreAt(target, join(tables, '..'))).rejects.toThrow(/public\.users\.copy\.gz is damaged/)
    const cut = await copied()
    writeFileSync(join(cut, manifestFile), readFileSync(join(cut, manifestFile), 'utf8').slice(0, -20))
    await expect(restoreAt(target, cut)).rejects.toThrow('is damaged: this backup cannot be used.')
    const from = await copied()
    const content = join(from, '../files', small.sha256.slice(0, 2), small.sha256)
    const message = '1 of the contents of documents are gone or damaged'
    writeFileSync(content, 'other')
    await expect(restoreAt(target, from)).rejects.toThrow(message)
    rmSync(content)
    await expect(restoreAt(target, from)).rejects.toThrow(message)
    expect(await isUntouched(target)).toBe(true)
    expect((await restoreAt(target, from, { skipDamaged: true })).leftOut).toBe(1)
    expect(await target.storage.sizeOf(small.key)).toBeUndefined()
  })

  test('refuses a backup of a newer product', async () => {
    const target = await place('on disk')
    for (const [wrong, sentence] of [
      [
        { level: '9999_of_tomorrow.sql' },
        'The backup is newer than this server: it has already seen 9999_of_tomorrow.sql.',
      ],
      [{ format: 2 }, 'was made by a newer version of the product'],
    ] as const) {
      const from = await copied()
      rewriteManifest(from, () => wrong)
      await expect(restoreAt(target, from)).rejects.toThrow(sentence)
    }
    expect(await isUntouched(target)).toBe(true)
  })

  test('refuses a database or a store that is not empty', async () => {
    await expect(restoreAt(small.at, path)).rejects.toThrow('The database is not empty')
    const target = { ...(await place('on disk')), storage: small.at.storage }
    await expect(restoreAt(target, path)).rejects.toThrow(`The document store is not empty: it has ${small.key}`)
    expect(await isUntouched(target)).toBe(true)
  })

  test('asks for the session secret that was in use', async () => {
    const target = await place('on disk')
    const another = { ...target.config, sessionSecret: 'another secret, also of more than 32 characters' }
    await expect(restoreAt({ ...target, config: another }, path)).rejects.toThrow(
      'SESSION_SECRET is not the one of the backup',
    )
    await restoreAt({ ...target, config: another }, path, { newSecret: true })
    const rotated = { ...another, oldSessionSecret: testSecret }
    await restoreAt({ ...(await place('on disk')), config: rotated }, path)
  })

  test.each(['while rows are loaded', 'while files are put back'])(
    'cut short %s lets no server start, and is begun again',
    async (when) => {
      const target = await place('on disk')
      if (when === 'while rows are loaded')
        await expect(restoreAt(target, await withOneUserMore())).rejects.toThrow(
          'public.users came to 1 rows instead of 2',
        )
      else {
        target.hooks.keep = () => {
          throw storeAway()
        }
        await expect(restoreAt(target, path)).rejects.toThrow('The document store is away')
      }
      await expect(target.serve()).rejects.toThrow('A restore into this database was cut short')
      target.hooks.keep = () => {}
      await restoreAt(target, path)
      const server = await target.serve()
      expect(await verify(server.door, target.storage)).toMatchObject({ documents: 1, faults: [] })
      await server.stop()
    },
  )

  test('of a backup of an earlier level migrates it', async () => {
    const old = await place('on disk')
    const level = migrations.find((name) => name.startsWith('0008')) ?? ''
    await migrate(old.admin, testSecret, { upTo: level })
    await rowsIn(old, `insert into tenants (name, subdomain, schema_name) values ('Old roads', 'old', 'old')`)
    const backup = await backUpAt(old, newFolder())
    expect(backup).toMatchObject({ level, documents: { documents: 0 } })
    const target = await place('in S3')
    await restoreAt(target, backup.path)
    expect(await rowsIn(target, 'select name from tenants')).toEqual([{ name: 'Old roads' }])
    const done = await rowsIn<{ name: string }>(target, 'select name from app.migrations order by name')
    expect(done.map(({ name }) => name)).toEqual(migrations)
  })
})
