import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProject } from '@plinth/api/works/projects'
import { filterTasks, updateTask } from '@plinth/api/works/tasks'
import { startLocalPostgres } from '@plinth/local-postgres'
import { sql } from 'kysely'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { type Door } from '../server/src/kernel/db/tenancy.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing/databases.ts'
import { at, type Call, line, megabytes, milliseconds, newCompany, quantile, signedIn, timed } from './measures.ts'

/**
 * Measures one edit of a leaf in trees of about 100, 1,000 and 10,000 tasks on five levels, and in a project of 10,000 tasks on
 * one level, compared with summing the whole tree; and reading a tree. One run on a database of its own, the sizes in turn;
 * quote its ratios.
 */

const shapes = [
  { name: '100 on 5 levels', widths: [3, 2, 2, 2, 2] },
  { name: '1,000 on 5 levels', widths: [4, 4, 4, 3, 4] },
  { name: '10,000 on 5 levels', widths: [6, 6, 6, 6, 7] },
  { name: '10,000 on 1 level', widths: [10_000] },
]
const rounds = 150
const readRounds = 5
const company = 'Trees'

interface Tree {
  name: string
  projectId: string
  tasks: number
  leaves: string[]
}

/** Creates a project with a tree of this shape, level by level, with every trigger active. */
async function grow(
  door: Door,
  call: Call,
  tenantId: string,
  { name, widths }: (typeof shapes)[number],
): Promise<Tree> {
  const { id: projectId } = await call(createProject, { body: { projectName: name } })
  let tasks = 0
  let leaves: string[] = []
  for (const [level, width] of widths.entries())
    leaves = await door.inTenant(tenantId, null, async (db) => {
      const inserted = await sql<{ id: string }>`insert into tasks (project_id, parent_id, level, position, title,
          estimated_quantity, estimated_rate, estimated_effort_hours, progress, given_start_date, given_end_date)
        select ${projectId}, p.id, ${level}::int, n::bigint << 20, 'Excavation of reach ' || n, 10 + n % 90, 125.5, 8, n % 100,
          date '2026-01-01' + n % 300, date '2026-02-01' + n % 300
        from (select id from tasks where project_id = ${projectId} and level = ${level - 1}
          union all select null where ${level} = 0) p
        cross join generate_series(1, ${width}::int) n returning id`.execute(db)
      tasks += inserted.rows.length
      return inserted.rows.map((row) => row.id)
    })
  return { name, projectId, tasks, leaves }
}

/** Sums the whole tree from every task. */
const addUp = (door: Door, tenantId: string, projectId: string) =>
  door.inTenant(tenantId, null, (db) =>
    sql`with recursive upward as (
        select id, parent_id, rolled_estimated_amount as amount, rolled_progress as progress from tasks
        where project_id = ${projectId} and deleted_at is null and sub_tasks = 0
        union all
        select t.id, t.parent_id, u.amount, u.progress from upward u join tasks t on t.id = u.parent_id
          and t.project_id = ${projectId})
      select id, sum(amount), sum(amount * progress) / nullif(sum(amount), 0) from upward group by id`.execute(db),
  )

/** The measured edits, each done once a round. */
function edits(call: Call, { leaves }: Tree, round: number): Record<string, () => Promise<unknown>> {
  const params = { id: at(leaves, round * 7919) }
  const end = `2027-${String(1 + (round % 12)).padStart(2, '0')}-01`
  return {
    'title alone': () => call(updateTask, { params, body: { title: `Excavation ${round}` } }),
    'quantity and progress': () =>
      call(updateTask, { params, body: { actualQuantity: round, actualRate: 130, progress: round % 101 } }),
    'first and last day': () =>
      call(updateTask, { params, body: { givenStartDate: round % 2 ? '2025-06-01' : null, givenEndDate: end } }),
  }
}

async function measure(door: Door, call: Call, tenantId: string, trees: readonly Tree[]): Promise<void> {
  const times = new Map<string, number[]>()
  const record = async (key: string, work: () => Promise<unknown>) => {
    times.set(key, [...(times.get(key) ?? []), await timed(work)])
  }
  for (let round = 0; round < rounds; round += 1)
    for (const tree of trees)
      for (const [what, work] of Object.entries(edits(call, tree, round))) await record(`${what} ${tree.name}`, work)
  for (let round = 0; round < readRounds; round += 1)
    for (const tree of trees) {
      await record(`adding it all up ${tree.name}`, () => addUp(door, tenantId, tree.projectId))
      await record(`reading the tree ${tree.name}`, () => call(filterTasks, { body: { projectId: tree.projectId } }))
    }
  line('', 'tree', 'p50', 'p99', 'to the first')
  const bases = new Map<string, number>()
  for (const [key, own] of times) {
    const { name } = trees.find((tree) => key.endsWith(` ${tree.name}`)) ?? { name: '' }
    const what = key.slice(0, -name.length)
    const p50 = quantile(own, 0.5)
    const base = bases.get(what) ?? p50
    bases.set(what, base)
    line(what, name, milliseconds(p50), milliseconds(quantile(own, 0.99)), `x ${(p50 / base).toFixed(2)}`)
  }
}

const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const postgres = await startLocalPostgres({ dir })
try {
  const door = await openDoor(await migrate(postgres.connection, testSecret), 8)
  const admin = await adminClient(postgres.connection)
  // Ignored, so that an earlier error is the one that is reported.
  admin.on('error', () => {})
  const app = await buildApp({
    door,
    tokens: tokens(testSecret),
    storage: diskStorage(join(tmpdir(), 'plinth-bench-files')),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address: AddressInfo | string | null = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const tenantId = await newCompany(door, company, ['Projects', 'Project Tasks'])
  const call = await signedIn(`http://127.0.0.1:${address.port}`, company)
  const trees: Tree[] = []
  for (const shape of shapes) {
    const spent = await timed(async () => trees.push(await grow(door, call, tenantId, shape)))
    const tree = trees.at(-1)
    if (tree) line(tree.name, `${tree.tasks} tasks`, `in ${(spent / 1000).toFixed(1)} s`)
  }
  await admin.query('vacuum analyze')
  await measure(door, call, tenantId, trees)
  for (const { name, projectId } of trees.slice(2, 3)) {
    const sent = JSON.stringify(await call(filterTasks, { body: { projectId } })).length
    line('the answer', name, megabytes(sent))
  }
  await app.close()
  await door.close()
  await admin.end()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
  // After a failure connections may still be open.
  process.exit()
}
