import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createContract, updateContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask, updateTask } from '@plinth/api/works/tasks'
import { startLocalPostgres } from '@plinth/local-postgres'
import { sql } from 'kysely'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing/databases.ts'
import { sealTrails, verifyTrails } from '../server/src/platform/audit-trail/seals.queries.ts'
import { line, milliseconds, newCompany, quantile, signedIn, timed } from './measures.ts'

/**
 * Measures what the audit trail adds to each write: the same calls with and without its triggers, in turn, and the cost per
 * entry of sealing and of recomputing the seals. One run on a database of its own; quote its ratios.
 */

const rounds = 4
const callsInARound = 60
const rowsAtOnce = 5_000

const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const postgres = await startLocalPostgres({ dir })
try {
  const door = await openDoor(await migrate(postgres.connection, testSecret))
  const admin = await adminClient(postgres.connection)
  const keys = tokens(testSecret)
  const app = await buildApp({ door, tokens: keys, storage: diskStorage(join(dir, 'files')) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const company = await newCompany(door, 'Company', ['Contracts', 'Projects', 'Project Tasks'])
  const call = await signedIn(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, 'Company')

  const { id } = await call(createContract, { body: { contractName: 'Edited', status: 'DRAFT' } })
  const project = await call(createProject, { body: { projectName: 'Project', status: 'DRAFT' } })
  let parentId: string | null = null
  for (let level = 0; level < 5; level += 1) {
    const task: { id: string } = await call(createTask, {
      body: { projectId: project.id, parentId, title: `Level ${level}` },
    })
    parentId = task.id
  }
  const leaf = parentId ?? ''
  let nth = 0
  const calls: Record<string, () => Promise<unknown>> = {
    'a contract made': () =>
      call(createContract, { body: { contractName: `Contract ${nth}`, paperCost: nth, status: 'DRAFT' } }),
    'a contract changed': () => call(updateContract, { params: { id }, body: { comments: `Edit ${nth}` } }),
    'a task, with the sums above it': () =>
      call(updateTask, { params: { id: leaf }, body: { estimatedQuantity: (nth % 900) + 1, estimatedRate: 10 } }),
  }
  const rowsOfASheet = () =>
    door.inTenant(company, null, (db) =>
      sql`insert into contracts (bid_id, contract_name, status, paper_cost) select 'BID-' || ${nth}::int || '-' || n,
        'Widening of road ' || n, 'DRAFT', n from generate_series(1, ${rowsAtOnce}::int) n`.execute(db),
    )

  const audited = ['contracts', 'tasks', 'projects']
  const times: Record<string, Record<string, number[]>> = {}
  for (let round = 0; round < rounds; round += 1)
    for (const state of ['disable', 'enable']) {
      for (const table of audited)
        for (const trigger of ['made', 'changed'])
          await admin.query(`alter table ${table} ${state} trigger z_audit_${trigger}`)
      const measure = async (name: string, work: () => Promise<unknown>, often = 1) => {
        for (let again = 0; again < often; again += 1) {
          nth += 1
          const spent = await timed(work)
          const timesByState = (times[name] ??= {})
          timesByState[state] = [...(timesByState[state] ?? []), spent]
        }
      }
      for (const [name, work] of Object.entries(calls)) await measure(name, work, callsInARound)
      await measure(`${rowsAtOnce} rows in a statement`, rowsOfASheet)
    }
  line('', 'without', 'with', 'ratio')
  for (const [name, { disable = [], enable = [] }] of Object.entries(times)) {
    const [without, withTrail] = [quantile(disable, 0.5), quantile(enable, 0.5)]
    line(name, milliseconds(without), milliseconds(withTrail), (withTrail / without).toFixed(2))
  }
  const { rows } = await admin.query<{ entries: number }>('select count(*)::int as entries from audit_entries')
  const entries = rows[0]?.entries ?? 0
  const started = performance.now()
  await sealTrails(door, keys)
  const sealed = performance.now() - started
  const verified = await timed(() => verifyTrails(door, keys))
  line('entries', entries)
  line('sealing, an entry', `${((sealed / entries) * 1000).toFixed(0)} µs`)
  line('seals made anew, an entry', `${((verified / entries) * 1000).toFixed(0)} µs`)
  await app.close()
  await door.close()
  await admin.end()
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
}
