import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import {
  downloadImportFailures,
  listContractImports,
  undoContractImport,
  uploadContracts,
} from '@plinth/api/platform/contract-imports'
import type { ContractImport } from '@plinth/api/platform/import-results'
import { deleteContract, filterContracts, updateContract } from '@plinth/api/tenders/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newExemption } from '../../deposits/deposit-exemptions/deposit-exemptions.factory.ts'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../../works/projects/projects.factory.ts'
import { fileOf, upload } from './contract-imports.factory.ts'

/** Imports while they run, interrupted and undone: on their own database, since the tests lock its rows. */

let server: TestServer
let database: Awaited<ReturnType<typeof ownDatabase>>
let admin: Awaited<ReturnType<typeof adminClient>>
let watcher: typeof admin
beforeAll(async () => {
  database = await ownDatabase(inject('admin'), inject('migrated'))
  server = await startTestServer({ login: await migrate(database.admin, testSecret) })
  admin = await adminClient(database.admin)
  watcher = await adminClient(database.admin)
})
afterAll(async () => {
  await server.stop()
  await admin.end()
  await watcher.end()
  await database.stop()
})

const newOwner = async () => (await newCompany(server)).as()
const imports = (by: Client) => by.ok(listContractImports, {})
const stored = async (by: Client) => (await by.ok(filterContracts, { body: { pagination: { size: 200 } } })).content
const undo = (by: Client, id: string) => by.ok(undoContractImport, { params: { id } })

const manyRows = (count: number) =>
  `Contract name,Bid ID,Status\n${Array.from({ length: count }, (_, at) => `Road ${at},B-${at},Awarded\n`).join('')}`

/** Waits until the newest import has reached a state. */
async function until(by: Client, isReached: (run: ContractImport | undefined) => boolean): Promise<ContractImport> {
  for (;;) {
    const [run] = await imports(by)
    if (run && isReached(run)) return run
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Prevents a running import from finishing its next batch until the returned function is called. */
async function blockImport(id: string) {
  await admin.query('begin')
  await admin.query('select from contract_imports where id = $1 for update', [id])
  return () => admin.query('commit')
}

type Owner = Awaited<ReturnType<typeof newOwner>>

/** An upload whose form arrives piece by piece. */
function slowUpload({ session }: Owner, file: string) {
  const head = '--line\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
  const body = Buffer.from(`${head}${file}\r\n--line--\r\n`)
  const sent = request(server.url + uploadContracts.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      'content-type': 'multipart/form-data; boundary=line',
      'content-length': body.length,
    },
  })
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => resolve(response.resume().statusCode))
    sent.on('error', () => resolve(undefined))
  })
  const half = Math.floor(body.length / 2)
  sent.write(body.subarray(0, half))
  return { sent, status, finish: () => sent.end(body.subarray(half)) }
}

const tryUpload = (by: Client) => by.sendCall(uploadContracts, { query: {}, body: fileOf('Contract name\nA\n') })

/** An import that is half stored, while nobody else's runs. */
async function heldUpload(owner: Owner, file: string) {
  for (;;) {
    const running = slowUpload(owner, file)
    let isOver = false
    void running.status.then(() => {
      isOver = true
    })
    while (!isOver) {
      const second = await tryUpload(owner)
      if (second.status === 429 && !isOver) return { ...running, second }
    }
  }
}

describe('while an import runs', () => {
  test('a second one of the company waits, and other companies and calls are served', async () => {
    const owner = await newOwner()
    const first = await heldUpload(owner, manyRows(3))
    expect(Number(first.second.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await tryUpload(await newOwner())).status).toBe(200)
    expect(await stored(owner)).toBeInstanceOf(Array)
    first.finish()
    expect(await first.status).toBe(200)
    expect((await tryUpload(owner)).status).toBe(200)
  })

  test('the list shows its progress, to its own company', async () => {
    const owner = await newOwner()
    const stranger = await newOwner()
    const done = upload(owner, manyRows(3_000))
    const running = await until(owner, (run) => (run?.rowsRead ?? 0) > 0)
    expect(running).toMatchObject({ rowsExpected: 3_000, startedByName: expect.stringMatching(/^Person/) })
    expect(await imports(stranger)).toEqual([])
    const release = await blockImport(running.id)
    const refusal = await owner.refused(undoContractImport, { params: { id: running.id } })
    expect(refusal).toMatchObject({ status: 409, message: 'This upload is still under way.' })
    await release()
    expect((await done).import).toMatchObject({ state: 'DONE', created: 3_000, rowsRead: 3_000 })
  })

  test('a user who loses the permission is stopped after whole batches', async () => {
    const company = await newCompany(server)
    const owner = await company.as()
    const other = await company.as()
    const sent = owner.refused(uploadContracts, { query: {}, body: fileOf(manyRows(20_000)) })
    const { id } = await until(other, () => true)
    const release = await blockImport(id)
    await admin.query('delete from user_roles where user_id = $1', [owner.userId])
    await release()
    expect((await sent).status).toBe(403)
    const [run] = await imports(other)
    expect(run).toMatchObject({ state: 'FAILED', fault: 'You do not have permission to do this.', failed: 0 })
    expect(run?.created).toBeLessThan(20_000)
    expect((run?.created ?? 1) % 500).toBe(0)
    const { totalElements } = await other.ok(filterContracts, { body: {} })
    expect(totalElements).toBe(run?.created)
    expect((await undo(other, id)).removed).toBe(run?.created)
  })

  test('a client that disconnects leaves nothing, or whole batches', async () => {
    const owner = await newOwner()
    const early = await heldUpload(owner, manyRows(10))
    early.sent.destroy()
    await early.status
    while ((await tryUpload(owner)).status === 429);
    expect((await imports(owner)).map(({ rowsRead }) => rowsRead)).not.toContain(10)
    const late = slowUpload(owner, manyRows(2_000))
    late.finish()
    const { id } = await until(owner, (run) => run?.rowsExpected === 2_000)
    const release = await blockImport(id)
    late.sent.destroy()
    await late.status
    await release()
    const ended = await until(owner, (run) => run?.id === id && run.state !== 'RUNNING')
    expect(ended).toMatchObject({ state: 'FAILED', fault: 'The upload was cancelled.', failed: 0 })
    expect(ended.created % 500).toBe(0)
    expect(ended.created).toBeLessThan(2_000)
  })

  test('a client that waits for a long import is not cut off for its silence', async () => {
    const owner = await newOwner()
    server.app.server.timeout = 1_500
    const done = upload(owner, manyRows(600))
    const release = await blockImport((await until(owner, () => true)).id)
    // By then a caller that fell silent after the upload has been cut off.
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1', () => silent.write('GET / HTTP/1.1\r\n'))
    await once(
      silent.on('error', () => {}),
      'close',
    )
    await release()
    expect((await done).import.created).toBe(600)
    server.app.server.timeout = 60_000
  })

  test('a killed server leaves an import marked as interrupted, which can be undone', async () => {
    const owner = await newOwner()
    const { id } = (await upload(owner, manyRows(2))).import
    await admin.query(
      "update contract_imports set state = 'RUNNING', seen_at = now() - interval '61 seconds' where id = $1",
      [id],
    )
    expect(await imports(owner)).toMatchObject([{ state: 'INTERRUPTED' }])
    expect((await undo(owner, id)).import.state).toBe('UNDONE')
  })
})

describe('a row that only the database rejects', () => {
  test('does not keep the others out', async () => {
    const owner = await newOwner()
    await admin.query(`alter table contracts add constraint "400 contractName is not to be had"
      check (contract_name <> 'Not to be had')`)
    const done = await upload(owner, `${manyRows(3)}Not to be had,B-3\nBridge,\nBridge 2,B-1\n`)
    await admin.query('alter table contracts drop constraint "400 contractName is not to be had"')
    expect(done.failures.map(({ refId, reason }) => [refId, reason])).toEqual([
      ['B-3', 'contractName is not to be had'],
      ['B-1', 'Bid ID is also that of row 3'],
    ])
    expect(done.import).toMatchObject({ created: 4, failed: 2 })
  })

  test('because another took its bid ID at that very moment is rejected with this reason', async () => {
    const company = await newCompany(server)
    const owner = await company.as()
    await admin.query('begin')
    await admin.query("select set_config('app.tenant_id', $1, true)", [company.id])
    await admin.query(`insert into contracts (tenant_id, contract_name, bid_id) values ($1, 'First', 'B-1')`, [
      company.id,
    ])
    const done = upload(owner, manyRows(3))
    const isWaiting = `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'
      and query like '%jsonb_populate_recordset%' and datname = current_database()`
    while ((await watcher.query(isWaiting)).rows[0].waiting === 0);
    await admin.query('commit')
    expect((await done).failures).toMatchObject([
      { refId: 'B-1', reason: 'Bid ID is already used by another contract' },
    ])
    expect(await stored(owner)).toHaveLength(3)
  })
})

describe('undoing an import', () => {
  test('deletes unchanged contracts, lists those that stay, and frees the bid IDs', async () => {
    const owner = await newOwner()
    const file = `${manyRows(6)}Without a bid ID,\n`
    const { id } = (await upload(owner, file)).import
    const byBid = new Map((await stored(owner)).map((contract) => [contract.bidId, contract]))
    const at = (bidId: string) => byBid.get(bidId)?.id ?? ''
    await owner.ok(updateContract, { params: { id: at('B-0') }, body: { comments: 'edited' } })
    await newDeposit(owner, at('B-1'))
    await newProject(owner, { contractId: at('B-2') })
    await newExemption(owner, at('B-5'))
    await owner.ok(deleteContract, { params: { id: at('B-3') } })
    const undone = await undo(owner, id)
    expect(undone.removed).toBe(2)
    expect(undone.kept.map(({ refId, reason }) => [refId, reason])).toEqual([
      ['B-0', 'It was changed since.'],
      ['B-1', 'It has security deposits.'],
      ['B-2', 'It has a project.'],
      ['B-5', 'It has exemptions.'],
    ])
    expect(undone.import).toMatchObject({ state: 'UNDONE', undoneByName: expect.stringMatching(/^Person/) })
    expect(await stored(owner)).toHaveLength(4)
    const again = await upload(owner, file)
    expect(again.import).toMatchObject({ created: 3, failed: 4 })
  })

  test('is refused the second time and for a check, and runs in batches for a large import', async () => {
    const owner = await newOwner()
    const { id } = (await upload(owner, manyRows(1_200))).import
    expect((await undo(owner, id)).removed).toBe(1_200)
    expect(await owner.refused(undoContractImport, { params: { id } })).toMatchObject({ status: 409 })
    const checked = await upload(owner, manyRows(1), { dryRun: 'true' })
    expect(await owner.refused(undoContractImport, { params: { id: checked.import.id } })).toMatchObject({
      status: 409,
    })
  })
})

describe('the rejected rows of an import', () => {
  test('are listed up to a thousand, and all counted and stored', async () => {
    const owner = await newOwner()
    const { failures, import: run } = await upload(owner, `Contract name,Bid ID\n${',x\n'.repeat(1_234)}`)
    expect([failures.length, run.failed]).toEqual([1_000, 1_234])
    const { text } = await owner.sendCall(downloadImportFailures, { params: { id: run.id }, query: { format: 'csv' } })
    expect(text.trimEnd().split('\r\n')).toHaveLength(1_235)
  })

  test('are stored for the ten newest imports of each company', async () => {
    const owner = await newOwner()
    const other = await newOwner()
    const rowsOf = async (by: Client, id: string) => {
      const { text } = await by.sendCall(downloadImportFailures, { params: { id }, query: { format: 'csv' } })
      return text.trimEnd().split('\r\n').length - 1
    }
    const bad = 'Contract name,Bid ID\n,x\n'
    const theirs = (await upload(other, bad)).import.id
    const ids: string[] = []
    for (let count = 0; count < 11; count += 1) ids.push((await upload(owner, bad)).import.id)
    const counts: number[] = []
    for (const id of ids) counts.push(await rowsOf(owner, id))
    expect(counts).toEqual([0, ...Array.from({ length: 10 }, () => 1)])
    expect(await rowsOf(other, theirs)).toBe(1)
  })
})
