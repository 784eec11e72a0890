import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { login, refresh, searchTenantNames } from '@plinth/api/access/auth'
import { startOwnCompany } from '@plinth/api/access/tenants'
import { listRecordDocuments } from '@plinth/api/documents/documents'
import { filterContracts, getContract } from '@plinth/api/tenders/contracts'
import type { ClientConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDocument } from './documents/documents/documents.factory.ts'
import { freePort, ownDatabase } from './kernel/testing/databases.ts'
import { newMessage } from './platform/contact/contact.factory.ts'
import { newContract } from './tenders/contracts/contracts.factory.ts'
import { client } from './testing/test-server.ts'

const script = join(import.meta.dirname, 'main.ts')
const timeoutMs = 60_000

const root = mkdtempSync(join(tmpdir(), 'plinth main '))
// If root runs the tests, PostgreSQL runs as another account, which must be able to enter this folder.
chmodSync(root, 0o755)

/** The pid of the database server that has this data directory open, from its own file. */
function postgresPid(dataDir: string): number | undefined {
  const folder = join(dataDir, 'postgres')
  for (const cluster of existsSync(folder) ? readdirSync(folder) : []) {
    try {
      return Number.parseInt(readFileSync(join(folder, cluster, 'data', 'postmaster.pid'), 'utf8'), 10) || undefined
    } catch {
      // It is not running, or is just ending.
    }
  }
  return undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const children: ChildProcess[] = []
const databases = new Set<number>()

/** Starts the product like `npm start`, and records every database server that it starts. */
function start(dataDir: string, env: Record<string, string>, ...command: string[]) {
  const child = spawn(process.execPath, [script, ...command], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  child.stderr.on('data', (chunk) => (err += chunk))
  const own = new Set<number>()
  const watch = setInterval(() => {
    const pid = postgresPid(dataDir)
    if (pid && child.exitCode === null) for (const set of [own, databases]) set.add(pid)
  }, 10)
  const ended = once(child, 'close').then(([code]) => {
    clearInterval(watch)
    return { code: Number(code ?? -1), out, err, databases: [...own] }
  })
  async function until(condition: () => unknown): Promise<void> {
    for (const end = Date.now() + timeoutMs; !condition(); await sleep(10)) {
      if (child.exitCode !== null) throw new Error(`ended too early: ${out}${err}`)
      if (Date.now() > end) throw new Error(`not in time: ${out}${err}`)
    }
  }
  /** Its address, once it is ready. */
  async function ready(): Promise<string> {
    await until(() => /Plinth is ready: .+\n/.test(out))
    return /Plinth is ready: (\S+)/.exec(out)?.[1] ?? ''
  }
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { pid: child.pid ?? 0, ready, until, ended, stop, output: () => out, database: () => [...own].at(-1) }
}
type Run = ReturnType<typeof start>

afterAll(async () => {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  const ends = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  for (const pid of databases) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  await Promise.all(ends)
  rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

const samplePassword = (output: string) => /Sample company.*password for all: (\S+)/.exec(output)?.[1] ?? ''
const operatorPassword = (output: string) => /Password, shown this once: (\S+)/.exec(output)?.[1]

async function signIn(url: string, emailOrMobile: string, tenantName: string, password: string) {
  const session = await client(url).ok(login, { body: { emailOrMobile, password, tenantName } })
  return { ...client(url, session.accessToken), user: session.user, refreshToken: session.refreshToken }
}
const owner = (url: string, output: string) => signIn(url, 'owner@demo.example', 'Demo Infra', samplePassword(output))

/** The events of the server itself in its log, of which every line is JSON. */
const eventsIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => String(JSON.parse(line).event))
    .filter((event) => event.startsWith('server_'))
const startAndStop = ['server_started', 'server_stopping', 'server_stopped']

/** Expects an end for a reason that a person can mend: one sentence and no stack. */
function expectRefusal(end: Awaited<Run['ended']>, sentence: RegExp): void {
  expect(end.err.trim()).toMatch(sentence)
  expect(end.err.trim().split('\n')).toHaveLength(1)
  expect(end.code).toBe(1)
  expect(end.out).not.toContain('ready')
}

const dataDir = join(root, 'data of ours')
let first: Run
let port: number
let url: string

beforeAll(async () => {
  port = await freePort()
  first = start(dataDir, { PORT: String(port) })
  url = await first.ready()
}, timeoutMs)

describe('the first start', () => {
  test('prints the address it serves on', async () => {
    expect(url).toBe(`http://127.0.0.1:${port}`)
    for (const path of ['/healthz', '/readyz']) expect((await fetch(url + path)).status).toBe(200)
  })

  test('prints the credentials of the sample company, which work for everybody it names', async () => {
    expect(first.output()).toContain('tenant "Demo Infra"')
    const people = [...first.output().matchAll(/^ +(\S+@demo\.example) /gm)].map(([, email = '']) => email)
    expect(people).toHaveLength(4)
    for (const email of people)
      expect((await signIn(url, email, 'Demo Infra', samplePassword(first.output()))).user.email).toBe(email)
  })

  test("prints the operator's password, which works", async () => {
    expect(first.output()).toContain('Operator (tenant Plinth): operator@plinth.local')
    const operator = await signIn(url, 'operator@plinth.local', 'Plinth', operatorPassword(first.output()) ?? '')
    expect(operator.user.permissions.filter((row) => row.canEdit).map((row) => row.moduleName)).toContain('Tenants')
  })
})

describe("a visitor's message", () => {
  test('is soon written to the mail folder', async () => {
    const { id } = await newMessage(client(url))
    const folder = join(dataDir, 'mail')
    await first.until(() => existsSync(folder) && readdirSync(folder).includes(`${id}.eml`))
  })
})

describe('a start', () => {
  test(
    'in a used data directory is refused with the pid of its user, which goes on serving',
    async () => {
      const end = await start(dataDir, { PORT: String(await freePort()) }).ended
      expectRefusal(end, new RegExp(`in use by process ${first.pid}\\b`))
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await newContract(await owner(url, first.output()))
    },
    timeoutMs,
  )

  test(
    'on a used port is refused with the setting to change, and leaves no database running',
    async () => {
      const end = await start(join(root, 'other'), { PORT: String(port), SAMPLE_DATA: 'off' }).ended
      expectRefusal(end, new RegExp(`^Port ${port} is taken: set PORT `))
      expect(end.databases.length).toBeGreaterThan(0)
      expect(end.databases.filter(isAlive)).toEqual([])
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
    },
    timeoutMs,
  )

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '80.5'],
    ['SAMPLE_DATA', 'yes'],
    ['OPERATOR_EMAIL', 'operator'],
    ['OPERATOR_PASSWORD', 'short'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['SESSION_SECRET', 'too short'],
  ])('with %s set to %s is refused with a sentence that names it, and changes nothing', async (name, value) => {
    const untouched = join(root, 'untouched')
    expectRefusal(await start(untouched, { [name]: value }).ended, new RegExp(`^${name} .+\\.$`))
    expect(existsSync(untouched)).toBe(false)
  })
})

describe('stopping and starting again', () => {
  let contractId: string

  test(
    'SIGTERM ends the server within seconds with exit code 0, and its database too',
    async () => {
      contractId = (await newContract(await owner(url, first.output()))).id
      const database = first.database() ?? 0
      expect(isAlive(database)).toBe(true)
      const since = Date.now()
      const end = await first.stop('SIGTERM')
      expect(Date.now() - since).toBeLessThan(10_000)
      expect(end).toMatchObject({ code: 0, err: '' })
      expect(eventsIn(readFileSync(join(dataDir, 'logs/server.log'), 'utf8'))).toEqual(startAndStop)
      expect(isAlive(database)).toBe(false)
      expect(postgresPid(dataDir)).toBeUndefined()
    },
    timeoutMs,
  )

  test(
    'the next start has the data and the same sample password, and prints nothing of the operator',
    async () => {
      const again = start(dataDir, { PORT: String(port) })
      url = await again.ready()
      expect(operatorPassword(again.output())).toBeUndefined()
      expect(again.output()).not.toContain('Operator')
      expect(samplePassword(again.output())).toBe(samplePassword(first.output()))
      const by = await owner(url, again.output())
      expect((await by.ok(getContract, { params: { id: contractId } })).id).toBe(contractId)
      expect((await again.stop('SIGTERM')).code).toBe(0)
    },
    timeoutMs,
  )
})

describe('backup and restore', () => {
  const backups = join(root, 'backups')
  const other = join(root, 'restored')

  test.each([
    [['backup'], /^Use: npm run backup -- <folder>/],
    [['restore', '/nowhere'], /^\/nowhere is no whole backup: it has no manifest\.json\.$/],
    [['sweep'], /^There is no command sweep, only start, /],
    [['backup', backups], /^.+ holds no installation that this account can see: set DATA_DIR/],
  ])('%j in an empty folder is refused with a sentence, and changes nothing', async (command, sentence) => {
    const untouched = join(root, 'untouched by backups')
    const { err, code } = await start(untouched, {}, ...command).ended
    expect(err.trim()).toMatch(sentence)
    expect([err.trim().split('\n').length, code]).toEqual([1, 1])
    for (const path of [untouched, backups]) expect(existsSync(path)).toBe(false)
  })

  test(
    'a backup is taken while the server runs; what is restored from it starts and accepts a new session secret',
    async () => {
      first = start(dataDir, { PORT: String(port) })
      url = await first.ready()
      const by = await owner(url, first.output())
      const contract = await newContract(by)
      const { sha256 } = await newDocument(by, contract.id)
      const taken = await start(dataDir, {}, 'backup', backups, '--keep', '3').ended
      expect(taken).toMatchObject({ code: 0, err: '' })
      const [, path = ''] =
        /^Backup (.+?): \d+ rows of \d+ tables .+, \d+ documents in \d+ files of \d+ bytes\.\nRead again: 0 backups before it, 0 contents of 0 bytes; 0 faults\.\n$/.exec(
          taken.out,
        ) ?? []
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await newContract(by)
      await first.stop('SIGTERM')

      const done = await start(other, {}, 'restore', path).ended
      expect(done).toMatchObject({ code: 0, err: '' })
      expect(done.out).toMatch(/^Restored the backup of .+ It can be started now\.\n$/)
      expect(done.databases.filter(isAlive)).toEqual([])
      renameSync(join(other, 'session-secret'), join(other, 'session-secret-old'))
      const again = start(other, { PORT: String(port) })
      const restored = await again.ready()
      await again.until(() => again.output().includes('Sealed anew'))
      expect(operatorPassword(again.output())).toBeUndefined()
      const same = await owner(restored, again.output())
      expect((await same.ok(getContract, { params: { id: contract.id } })).id).toBe(contract.id)
      const params = { tenantId: same.user.tenantId, entityType: 'CONTRACT', entityId: contract.id } as const
      const [document] = await same.ok(listRecordDocuments, { params, query: {} })
      const bytes = await (await fetch(restored + document?.s3Url)).arrayBuffer()
      expect(createHash('sha256').update(new Uint8Array(bytes)).digest('hex')).toBe(sha256)
      expect(again.output()).toMatch(/Taken over under the present session secret: \d+ seals? of the audit trails of/)
      const { refreshToken } = by
      expect((await client(restored).refused(refresh, { body: { refreshToken } })).status).toBe(401)
      const metrics = await (await fetch(`${restored}/metrics`)).text()
      expect(metrics).toContain('plinth_sweep_ended_timestamp_seconds{of="sessions"}')
      expect((await again.stop('SIGTERM')).code).toBe(0)
      rmSync(join(other, 'session-secret-old'))
      const { code, out: verified } = await start(other, {}, 'verify-audit').ended
      expect([code, verified]).toEqual([0, expect.stringMatching(/ 0 faults, 0 of an unknown key\.\n$/)])
      const bills = await start(other, {}, 'verify-bills').ended
      expect([bills.code, bills.out]).toEqual([
        0,
        expect.stringMatching(/^[1-9]\d* bills computed again, 0 faults\.\n$/),
      ])
      const deadlines = await start(other, {}, 'verify-deadlines', '--mend').ended
      expect([deadlines.code, deadlines.out]).toEqual([
        0,
        expect.stringMatching(/^[1-9]\d* deadlines computed again, 0 faults\.\n$/),
      ])
    },
    3 * timeoutMs,
  )
})

describe('verify-documents', () => {
  const verified = () => start(dataDir, {}, 'verify-documents')

  test(
    'reads what is stored, and ends with 0 if all of it is as it was stored, otherwise with 1',
    async () => {
      first = start(dataDir, { PORT: String(port) })
      url = await first.ready()
      const by = await owner(url, first.output())
      const { key, fileName } = await newDocument(by, (await newContract(by)).id)
      expectRefusal(await verified().ended, new RegExp(`in use by process ${first.pid}\\b`))
      await first.stop('SIGTERM')

      const good = await verified().ended
      expect(good).toMatchObject({ code: 0, err: '' })
      expect(good.out).toMatch(/^[1-9]\d* documents, \d+ bytes read, 0 faults\.\n$/)
      truncateSync(join(dataDir, 'files/objects', key), 3)
      const bad = await verified().ended
      expect(bad.code).toBe(1)
      expect(bad.out).toMatch(
        new RegExp(`^The file of document .+\\("${fileName}"\\) has 3 bytes .+\\.\\n.+, 1 fault\\.\\n$`),
      )
      expect(bad.databases.filter(isAlive)).toEqual([])
    },
    timeoutMs,
  )
})

describe('after the sample company was erased', () => {
  test(
    'later starts neither make it again nor print its credentials',
    async () => {
      const before = start(dataDir, { PORT: String(port) })
      url = await before.ready()
      const body = {
        currentPassword: samplePassword(before.output()),
        name: 'Konkan Roads',
        username: 'Latha Kamath',
        email: 'latha@konkan.example',
        password: 'laterite on the ghat road',
      }
      await (await owner(url, before.output())).ok(startOwnCompany, { body })
      await before.stop('SIGTERM')
      const again = start(dataDir, { PORT: String(port) })
      url = await again.ready()
      expect(again.output()).not.toMatch(/sample|demo|password/i)
      expect(existsSync(join(dataDir, 'sample-password'))).toBe(false)
      expect(await client(url).ok(searchTenantNames, { query: { keyword: 'demo infra' } })).toEqual([])
      const { user } = await signIn(url, body.email, body.name, body.password)
      expect(user).toMatchObject({ tenantName: 'Konkan Roads', isSample: false })
      expect((await again.stop('SIGTERM')).code).toBe(0)
    },
    timeoutMs,
  )
})

describe('with DATABASE_URL', () => {
  const secret = 'a session secret of more than 32 characters'
  const addressOf = ({ connectionString, host = '', user = '', password = '', database }: ClientConfig) =>
    connectionString ??
    `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host)}`

  test('the server uses that database with a login of its own, and starts none itself', async () => {
    const { admin, stop } = await ownDatabase(inject('admin'))
    const folder = join(root, 'outside')
    const run = start(folder, {
      PORT: String(await freePort()),
      DATABASE_URL: addressOf(admin),
      SESSION_SECRET: secret,
      SAMPLE_DATA: 'on',
      LOG: 'stdout',
    })
    const asha = await owner(await run.ready(), run.output())
    const { totalElements } = await asha.ok(filterContracts, { body: {} })
    expect(totalElements).toBe(60)
    const end = await run.stop('SIGTERM')
    expect(end).toMatchObject({ code: 0, databases: [] })
    expect([eventsIn(end.out), existsSync(join(folder, 'logs'))]).toEqual([startAndStop, false])
    await stop()
  }, 60_000)

  test('the server survives uncaught faults, and logs each', async () => {
    const { admin, stop } = await ownDatabase(inject('admin'))
    const folder = join(root, 'faults')
    // Two uncaught faults on a signal, which the product's own code never causes.
    const saboteur = `process.on('SIGUSR2', () => { setTimeout(() => { throw new Error('thrown') }); Promise.reject(new Error('rejected')) })`
    const run = start(folder, {
      PORT: String(await freePort()),
      DATABASE_URL: addressOf(admin),
      SESSION_SECRET: secret,
      SAMPLE_DATA: 'off',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(saboteur)}`,
    })
    const url = await run.ready()
    const log = join(folder, 'logs/server.log')
    const tells = (what: string) => existsSync(log) && readFileSync(log, 'utf8').includes(`"message":"${what}"`)
    process.kill(run.pid, 'SIGUSR2')
    await run.until(() => tells('thrown') && tells('rejected'))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await run.stop('SIGTERM')).code).toBe(0)
    await stop()
  }, 60_000)

  test('the server says in a sentence that a pooler rejects its login', async () => {
    const { admin, stop } = await ownDatabase(inject('admin'))
    const env = { DATABASE_URL: addressOf(admin), SESSION_SECRET: secret, LOG: 'stdout' }
    const pooler = `postgresql://127.0.0.1:${await freePort()}/x`
    const end = await start(join(root, 'pooled'), { ...env, DATABASE_POOL_URL: pooler }).ended
    expectRefusal(
      end,
      /^DATABASE_POOL_URL leads to no pooler that lets plinth_\d+_login in: [^\n]*ECONNREFUSED[^\n]*\.$/,
    )
    await stop()
  })

  test('the server requires a session secret', async () => {
    const end = await start(join(root, 'no secret'), { DATABASE_URL: 'postgresql://nowhere/x' }).ended
    expectRefusal(end, /^SESSION_SECRET must be set/)
  })

  test('the server says in a sentence that the database cannot be reached', async () => {
    const env = { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/x', SESSION_SECRET: secret }
    expectRefusal(await start(join(root, 'no database'), env).ended, /^DATABASE_URL/)
  })
})
