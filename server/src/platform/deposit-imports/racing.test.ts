import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { depositsOf, onlineRow, papersOf, sheetOf, upload } from './deposit-imports.factory.ts'
import { fingerprintOf } from './register-matching.queries.ts'

/** Somebody enters the same at the same moment: on its own database, since the test locks its rows. */

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

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await watcher.query("select from pg_locks where not granted and locktype = 'transactionid'")
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test('a row that the database rejects keeps no other out, and leaves no instrument behind', async () => {
  const company = await newCompany(server)
  const owner = await company.as()
  const { id: contractId } = await newContract(owner, { bidId: 'T-1' })
  const same = { contractId, depositType: 'EMD', instrumentNo: 'SBIN1', amount: 1000 }
  await admin.query('begin')
  await admin.query("select set_config('app.tenant_id', $1, true)", [company.id])
  await admin.query(
    `insert into security_deposits (tenant_id, contract_id, deposit_type, instrument_no, amount, import_fingerprint)
     values ($1, $2, 'EMD', 'SBIN1', 1000, $3)`,
    [company.id, contractId, Buffer.from(fingerprintOf(same), 'hex')],
  )
  const sent = upload(
    owner,
    sheetOf([{ ...onlineRow, instrumentNo: 'A' }, onlineRow, { ...onlineRow, instrumentNo: 'B' }]),
  )
  await untilSomebodyWaits()
  await admin.query('commit')
  const { import: run, failures } = await sent
  expect(run).toMatchObject({ created: 2, failed: 1, state: 'DONE' })
  expect(failures.map(({ row, reason }) => [row, reason])).toEqual([[3, 'This instrument is in the register already']])
  expect((await depositsOf(owner)).map(({ instrumentNo }) => instrumentNo).toSorted()).toEqual(['A', 'B', 'SBIN1'])
  expect((await papersOf(owner)).map(({ number }) => number)).toEqual(['A', 'B'])
})
