import { getSession } from '@plinth/api/access/auth'
import { getDocument } from '@plinth/api/documents/documents'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { beforeAll, expect, test } from 'vitest'
import { isRunning } from '../local-postgres/src/ownership.ts'
import { hugePng } from '../server/src/access/users/images.factory.ts'
import { newDocument } from '../server/src/documents/documents/documents.factory.ts'
import { childrenOf } from '../server/src/kernel/testing/children.ts'
import { newId } from '../server/src/kernel/testing/databases.ts'
import { fileOf } from '../server/src/platform/contract-imports/contract-imports.factory.ts'
import { contractBody, newContract } from '../server/src/tenders/contracts/contracts.factory.ts'
import { times } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import {
  eventually,
  foundCompany,
  type Installation,
  newInstallation,
  type Person,
  type SurvivingCompany,
  signalTo,
} from './src/installation.ts'

/** The server is told to stop, its database restarts, and all its connections are in use. */

let at: Installation
let company: SurvivingCompany
let by: Person

beforeAll(async () => {
  at = await newInstallation()
  await at.start()
  company = await foundCompany(at)
  by = await company.signIn()
})

/** Locks the table against writes until the returned function is called; writers wait in the database. */
async function holdWrites(table = 'contracts'): Promise<() => Promise<void>> {
  const admin = await at.openAdmin()
  await admin.query(`begin; lock table ${table} in share row exclusive mode`)
  return async () => {
    await admin.query('commit').catch(() => {})
    await admin.end().catch(() => {})
  }
}

/** How many of the product's connections wait for this event. */
async function waitingFor(event: 'Lock' | 'PgSleep'): Promise<number> {
  const [row] = await at.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where $1 in (wait_event_type, wait_event) and usename like 'plinth\\_%\\_login'`,
    [event],
  )
  return row?.count ?? 0
}

const connections = 16

const creates = (count: number, mark = newId()) =>
  Array.from({ length: count }, (_, index) =>
    by.sendCall(createContract, { body: contractBody({ contractName: mark, bidId: `${mark}-${index}` }) }),
  )

const findMarked = async (mark: string) =>
  (await by.ok(filterContracts, { body: { contractName: mark, pagination: { size: 1 } } })).totalElements

test('SIGTERM answers and stores the calls in progress, accepts no new ones, and leaves no process running', async () => {
  const [took, done]: [number[], number[]] = [[], []]
  for (let round = 0; round < times(1, 50); round += 1) {
    const [mark, rows] = [newId(), times(2_000, 5_000)]
    const uploadMark = newId()
    const lines = Array.from({ length: rows }, (_, index) => `${uploadMark},${uploadMark}-${index}`)
    const body = fileOf(['Contract name,Bid ID', ...lines].join('\n'))
    const letGo = await holdWrites()
    const upload = by.sendCall(uploadContracts, { query: {}, body })
    await eventually(async () => (await waitingFor('Lock')) === 1, 'the upload is under way')
    const calls = creates(100, mark)
    await eventually(async () => (await waitingFor('Lock')) === connections, 'every connection is at work')
    // Connections are accepted in order: once this call is answered, the server has accepted all earlier ones.
    expect(await at.statusOf('/healthz')).toBe(200)
    const since = performance.now()
    at.signal('SIGTERM')
    // A stopping server accepts no connection, or answers 503 on an open one.
    await eventually(async () => [undefined, 503].includes(await at.statusOf('/healthz')), 'new calls are refused')
    await letGo()
    // Every call is answered. On a slow machine some may wait two seconds for a connection and get 503.
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([])
    const stored = statuses.filter((status) => status === 201).length
    expect(stored).toBeGreaterThanOrEqual(connections - 1)
    done.push(stored)
    expect(JSON.parse((await upload).text)).toMatchObject({ import: { created: rows, failed: 0, state: 'DONE' } })
    const { code, err } = await at.ended
    took.push(performance.now() - since)
    // A stop that takes too long exits with another code.
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(at.databaseProcesses()).toEqual([])
    await at.start()
    by = await company.signIn()
    expect([await findMarked(mark), await findMarked(uploadMark)]).toEqual([stored, rows])
  }
  printTimes('SIGTERM with 100 calls and an upload under way', took)
  console.log(`of the 100 calls at least ${Math.min(...done)} were done, and the others refused with 503`)
})

/** Pid of the picture process; 0 when there is none. */
const drawer = () => childrenOf(at.pid, 'picture-process')[0] ?? 0

test('SIGTERM ends the picture process with the server, and the next server draws the pictures', async () => {
  const { id: contractId } = await newContract(by, { bidId: null })
  const huge = new File([new Uint8Array(hugePng(9_950))], 'Site.png')
  const { id } = await newDocument(by, contractId, huge)
  const leased = () => at.query<{ id: string }>('select id from pictures_due where leased_until is not null')
  await eventually(async () => (await leased()).length === 1, 'the picture is being drawn')
  const drawing = await eventually(drawer, 'a process draws')
  at.signal('SIGTERM')
  const { code, err } = await at.ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  await eventually(() => !isRunning(drawing), 'nothing draws any more', 2_000)
  await at.start()
  by = await company.signIn()
  const isDrawn = async () => (await by.ok(getDocument, { params: { id } })).thumbnailUrl
  await eventually(isDrawn, 'the next server has drawn it')
})

test('a killed server ends its picture process', async () => {
  const { id: contractId } = await newContract(by, { bidId: null })
  await newDocument(by, contractId, new File([new Uint8Array(hugePng(9_950))], 'Site.png'))
  const drawing = await eventually(drawer, 'a process draws')
  await at.kill()
  await eventually(() => !isRunning(drawing), 'nothing draws any more', 2_000)
  await at.start()
  by = await company.signIn()
})

test('a second SIGTERM ends the server at once, and its database with it', async () => {
  const letGo = await holdWrites()
  const call = creates(1)[0]?.catch(() => 'broken off')
  await eventually(async () => (await waitingFor('Lock')) === 1, 'a call is under way')
  at.signal('SIGTERM')
  await eventually(async () => (await at.statusOf('/healthz')) === undefined, 'new calls are refused')
  expect(at.isAlive).toBe(true)
  const { code } = await at.stop('SIGTERM')
  expect(code).toBe(1)
  expect(await call).toBe('broken off')
  await eventually(() => at.databaseProcesses().length === 0, 'the database is gone', 10_000)
  await letGo()
  await at.start()
  by = await company.signIn()
})

test('SIGTERM during the start stops it before it is ready, and leaves no database running', async () => {
  expect((await at.stop()).code).toBe(0)
  at.launch()
  await eventually(() => at.databaseProcesses().length > 0, 'the database is begun')
  const { out } = await at.stop()
  expect(out).not.toContain('ready')
  await eventually(() => at.databaseProcesses().length === 0, 'the database is gone', 5_000)
  await at.start()
  by = await company.signIn()
})

test('SIGTERM accepts no call while the rest of the audit trail is sealed', async () => {
  const letGo = await holdWrites('audit_seals')
  await newContract(by, { bidId: null })
  at.signal('SIGTERM')
  await eventually(async () => (await at.statusOf('/healthz')) === undefined, 'new calls are refused', 5_000)
  expect(at.isAlive).toBe(true)
  await letGo()
  expect((await at.ended).code).toBe(0)
  await at.start()
  by = await company.signIn()
})

test('a restart of the database leaves the server alive, not ready meanwhile, and ready again by itself', async () => {
  const { pid } = at
  const back: number[] = []
  for (let round = 0; round < times(2, 20); round += 1) {
    const old = at.postmaster() ?? 0
    signalTo(old, 'SIGINT')
    await eventually(async () => {
      expect(await at.statusOf('/healthz')).toBe(200)
      return (await at.statusOf('/readyz')) === 503
    }, 'it is not ready')
    const refused = await by.sendCall(getSession, {})
    expect([200, 503]).toContain(refused.status)
    await eventually(async () => {
      const now = at.postmaster()
      return (
        now !== undefined &&
        now !== old &&
        at.query('select').then(
          () => true,
          () => false,
        )
      )
    }, 'the database is back')
    const since = performance.now()
    await eventually(async () => {
      expect(await at.statusOf('/healthz')).toBe(200)
      return at.isReady()
    }, 'it is ready')
    back.push(performance.now() - since)
    await newContract(by, { bidId: null })
  }
  printTimes('ready after the database was back', back)
  expect(at.pid).toBe(pid)
  expect(at.output).not.toMatch(/error|uncaught/i)
})

/** Sends creates until they take up every connection of the server and sleep in the database. */
async function takeEveryConnection() {
  await at.query(`create or replace function public.too_slow() returns trigger language plpgsql as
    'begin perform pg_sleep(240); return new; end'`)
  await at.query(`create or replace trigger too_slow before insert on contracts for each row
    when (new.contract_name = 'too slow') execute function public.too_slow()`)
  const body = contractBody({ contractName: 'too slow', bidId: null })
  const slow: Promise<number>[] = []
  let pending = 0
  async function create() {
    pending += 1
    const { status } = await by.sendCall(createContract, { body })
    pending -= 1
    return status
  }
  await eventually(async () => {
    // A job of the server may have taken a connection before one of the creates, which is answered 503 then.
    while (pending < connections) slow.push(create())
    return (await waitingFor('PgSleep')) === connections
  }, 'every connection is at work')
  return { statuses: Promise.all(slow) }
}

test('a statement that is too slow is cancelled, and its call gets 503', async () => {
  const since = performance.now()
  const { statuses } = await takeEveryConnection()
  expect(new Set(await statuses)).toEqual(new Set([503]))
  console.log(`statements that are too slow were cut off after ${Math.round(performance.now() - since)} ms`)
  expect((await by.sendCall(getSession, {})).status).toBe(200)
})

test('calls with all connections in use get 503', async () => {
  // Above the usual limit, so that no connection becomes free while the calls wait for one.
  await at.query(`do $$ declare login name := (select rolname from pg_roles where rolname like 'plinth\\_%\\_login'); begin
    execute format('alter role %I in database %I set statement_timeout = ''5min''', login, current_database()); end $$`)
  expect((await at.stop()).code).toBe(0)
  await at.start()
  const { statuses } = await takeEveryConnection()
  const since = performance.now()
  const replies = Promise.all(Array.from({ length: 200 }, () => by.sendCall(getSession, {})))
  expect(await at.statusOf('/healthz')).toBe(200)
  const health = performance.now() - since
  for (const { status, headers } of await replies) expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  console.log(
    `all connections taken: 503 after ${Math.round(performance.now() - since)} ms, /healthz after ${Math.round(health)} ms`,
  )
  await at.query(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'PgSleep'`)
  expect(new Set(await statuses)).toEqual(new Set([503]))
  expect((await by.sendCall(getSession, {})).status).toBe(200)
  expect((await at.stop()).code).toBe(0)
})
