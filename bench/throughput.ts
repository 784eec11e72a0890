import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { contractStatuses } from '@plinth/api/tenders/contracts'
import { startLocalPostgres } from '@plinth/local-postgres'
import type pg from 'pg'
import { Pool } from 'undici'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing/databases.ts'
import { floorTables, floorToken } from './floor.ts'
import { furnish, measuredCompany, sheetOf } from './furnish.ts'
import { askOnce, load, type Measured, type Target } from './load.ts'
import { caller, line, milliseconds, quantile, serveProduct, tokenOf, untilSealed } from './measures.ts'
import { type Work, works } from './works.ts'

/**
 * Compares the product with its floor, in turn, on one database: 20 companies of 10,000 contracts and projects of 2,500 tasks,
 * then ten times that. Quote its ratios. SIZES=1 leaves out the second, ROUNDS and SECONDS are how often and how long each is
 * measured, ONLY selects works by name.
 */

const sizes = (process.env['SIZES'] ?? '1,10').split(',').map(Number)
const rounds = Number(process.env['ROUNDS'] ?? 5)
const seconds = Number(process.env['SECONDS'] ?? 3)
const only = new RegExp(process.env['ONLY'] ?? '')
const sheetRows = 10_000

/** Times are written in two formats; everything else must be the same. */
const comparable = (answer: unknown) =>
  JSON.stringify(sorted(answer)).replaceAll(/"(\d{4}-\d\d-\d\d)[ T]([\d:.]+)\+00(:00)?"/g, '"$1T$2Z"')
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, sorted(inner)] as const)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value

async function requireSame(product: Target, floor: Target, { name, ask }: Work): Promise<void> {
  const answers: string[] = []
  for (const { url, token } of [product, floor]) {
    const pool = new Pool(url)
    answers.push(comparable(await askOnce(pool, token, ask(1))))
    await pool.close()
  }
  if (answers[0] === answers[1]) return
  let at = 0
  while (answers[0]?.[at] === answers[1]?.[at]) at += 1
  const excerpts = answers.map((answer) => answer.slice(Math.max(0, at - 80), at + 120))
  throw new Error(`${name}: the product and the floor answer differently:\n${excerpts.join('\n')}`)
}

const spread = (values: readonly number[], digits: number) =>
  `${quantile(values, 0.5).toFixed(digits)} [${Math.min(...values).toFixed(digits)}-${Math.max(...values).toFixed(digits)}]`

interface Cost {
  product: number
  floor: number
}

/** Measures a work whose requests have other numbers than those of other rounds. Throws if the server refuses some. */
async function measured(target: Target, work: Work, round: number): Promise<Measured> {
  const found = await load(target, (nth) => work.ask(nth + round * 1_000_000), seconds, work.callers)
  if (found.refused > 0) throw new Error(`${work.name}: the server refused ${found.refused} requests`)
  return found
}

async function compare(product: Target, floor: Target, work: Work): Promise<Cost> {
  if (work.isRead) await requireSame(product, floor, work)
  const found = { product: [] as number[], floor: [] as number[], ratio: [] as number[] }
  const times = { product: [] as number[], floor: [] as number[] }
  // Warms up both, since neither is measured while its code is still being compiled.
  for (const target of [product, floor]) await measured(target, work, 0)
  for (let round = 0; round < rounds; round += 1) {
    const one = await measured(product, work, round + 1)
    const other = await measured(floor, work, round + 1)
    found.product.push(one.rate)
    found.floor.push(other.rate)
    found.ratio.push(one.rate / other.rate)
    times.product.push(one.p50)
    times.floor.push(other.p50)
  }
  const cost = { product: quantile(times.product, 0.5), floor: quantile(times.floor, 0.5) }
  const verdict = quantile(found.ratio, 0.5) >= work.goal ? '' : ' short'
  line(
    work.name,
    spread(found.ratio, 2),
    `${work.goal}${verdict}`,
    spread(found.product, 0),
    spread(found.floor, 0),
    milliseconds(cost.product),
    milliseconds(cost.floor),
  )
  return cost
}

/** Rows per second of an upload through the product, and of a COPY of the same rows into the floor's table. */
async function compareSheets(admin: pg.Client, { url, token }: Target, folder: string, size: number): Promise<void> {
  const found = { product: [] as number[], floor: [] as number[], ratio: [] as number[] }
  for (let round = 0; round < Math.max(3, Math.ceil(rounds / 2)); round += 1) {
    const { csv, copied, copiedColumns } = sheetOf(`S${size}R${round}`, sheetRows)
    const file = join(folder, 'rows.csv')
    writeFileSync(file, copied)
    chmodSync(file, 0o644)
    let since = performance.now()
    const { import: run } = await caller(url, token)(uploadContracts, { query: {}, body: new File([csv], 'rows.csv') })
    if (run.created !== sheetRows) throw new Error(JSON.stringify(run))
    const product = (sheetRows / (performance.now() - since)) * 1_000
    since = performance.now()
    await admin.query(`copy floor.contracts (${copiedColumns.join(', ')}) from '${file}' (format csv)`)
    const floor = (sheetRows / (performance.now() - since)) * 1_000
    found.product.push(product)
    found.floor.push(floor)
    found.ratio.push(product / floor)
  }
  const verdict = quantile(found.ratio, 0.5) >= 0.3 ? '' : ' short'
  line(
    `${sheetRows} rows`,
    spread(found.ratio, 2),
    `0.3${verdict}`,
    spread(found.product, 0),
    spread(found.floor, 0),
    '',
    '',
  )
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
chmodSync(folder, 0o755)
const children: ChildProcess[] = []

async function serveFloor(connection: pg.ClientConfig): Promise<string> {
  const child = fork(join(import.meta.dirname, 'floor.ts'), ['serve'])
  children.push(child)
  child.send({ connection, statuses: contractStatuses })
  const port = await new Promise((resolve) =>
    child.once('message', (message: { port: number }) => {
      resolve(message.port)
    }),
  )
  return `http://127.0.0.1:${port}`
}

const postgres = await startLocalPostgres({ dir: join(folder, 'postgres'), settings: { max_connections: '100' } })
try {
  const { connection } = postgres
  const door = await openDoor(await migrate(connection, testSecret), 4)
  const admin = await adminClient(connection)
  // Ignored, so that an earlier error is the one that is reported.
  admin.on('error', () => {})
  await admin.query('set statement_timeout = 0')
  const product = await serveProduct(folder, connection, children)
  const costs = new Map<string, Cost[]>()
  for (const size of sizes) {
    const since = performance.now()
    const furnished = await furnish(door, admin, size)
    await admin.query(`drop schema if exists floor cascade; ${floorTables}`)
    await admin.query('vacuum analyze')
    await admin.query('checkpoint')
    await untilSealed(admin)
    console.log(`\n${size} x, furnished in ${((performance.now() - since) / 1_000).toFixed(0)} s`)
    const floor = await serveFloor(connection)
    const targets = [
      { url: product, token: await tokenOf(product, measuredCompany) },
      { url: floor, token: floorToken(furnished.tenantId, furnished.userId) },
    ] as const
    line('', 'product / floor', 'goal', 'product/s', 'floor/s', 'p50', 'floor p50')
    for (const work of works(furnished, size).filter(({ name }) => only.test(name))) {
      const cost = await compare(...targets, work)
      costs.set(work.name, [...(costs.get(work.name) ?? []), cost])
    }
    if (only.test('rows')) await compareSheets(admin, targets[0], folder, size)
    children.pop()?.kill()
  }
  if (sizes.length > 1) {
    console.log('\nwhat each p50 grows by, from the first size to the last')
    line('', 'product', 'floor')
    for (const [name, [first, ...rest]] of costs) {
      const last = rest.at(-1)
      if (first && last)
        line(name, `x ${(last.product / first.product).toFixed(2)}`, `x ${(last.floor / first.floor).toFixed(2)}`)
    }
  }
  await door.close()
  await admin.end()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const child of children) child.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
