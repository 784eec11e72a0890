import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { adminClient } from '../testing/databases.ts'
import { openStatistics } from './statistics-job.ts'

let server: TestServer
let admin: pg.Client
beforeAll(async () => {
  server = await startTestServer({ alone: true })
  admin = await adminClient(server.admin ?? {})
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const fail = (error: Error) => {
  throw error
}

/** The number of rows that the planner assumes for contracts. */
async function plannedRows(): Promise<number> {
  const { rows } = await admin.query(`select reltuples::int as rows from pg_class where oid = 'contracts'::regclass`)
  return rows[0].rows
}

test('the statistics job analyzes every table at the start, and soon the table that an import filled', async () => {
  const { id } = await newCompany(server)
  const job = openStatistics(server.door)
  const stop = job.start(fail)
  await expect.poll(plannedRows).toBe(0)
  await admin.query(`begin; set local session_replication_role = replica`)
  await admin.query(
    `insert into contracts (tenant_id, contract_name, status) select $1, 'Road ' || n, 'DRAFT' from generate_series(1, 1000) n`,
    [id],
  )
  await admin.query('commit')
  // Changed-row counts become visible a moment after the commit.
  await admin.query('select pg_stat_force_next_flush()')
  const { rows } = await admin.query(`select count(*)::int as changed from pg_stat_user_tables
    where relname = 'contracts' and n_mod_since_analyze >= 1000`)
  expect(rows).toEqual([{ changed: 1 }])
  job.nudge()
  await expect.poll(plannedRows).toBe(1000)
  await stop()
})
