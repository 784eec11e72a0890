import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import type pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/door.ts'
import { migrate } from '../server/src/kernel/migrate.ts'
import { diskStorage } from '../server/src/kernel/storage-disk.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing.ts'
import { tokens } from '../server/src/kernel/tokens.ts'
import { type Shortcut, shortcuts } from '../server/src/kernel/wire.ts'
import { furnish, measuredCompany } from './furnish.ts'
import { load } from './load.ts'
import { line, quantile, tokenOf } from './measures.ts'
import { works } from './works.ts'

/**
 * What each of the shortcuts brings that the server takes past what its driver promises (`server/src/kernel/wire.ts`): answers
 * a second with all of them, beside those without one, and without any, in turn on one database. ROUNDS, SECONDS, CALLERS and
 * ONLY are as in the other benches.
 */

const rounds = Number(process.env['ROUNDS'] ?? 5)
const seconds = Number(process.env['SECONDS'] ?? 2)
const callers = Number(process.env['CALLERS'] ?? 16)
const only = new RegExp(process.env['ONLY'] ?? '')
const left: (readonly Shortcut[])[] = [[], ...shortcuts.map((one) => [one]), shortcuts]

async function serve(login: pg.ClientConfig, without: readonly Shortcut[], folder: string): Promise<void> {
  const door = await openDoor(login, 16, { without })
  const app = await buildApp({ door, tokens: tokens(testSecret), storage: diskStorage(folder) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
}

const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const children: ChildProcess[] = []

async function start(login: pg.ClientConfig, without: readonly Shortcut[]) {
  const child = fork(import.meta.filename, [JSON.stringify([login, without]), folder])
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  const url = `http://127.0.0.1:${port}`
  return { url, token: await tokenOf(url, measuredCompany), rates: [] as number[] }
}

async function measure(admin: pg.Client, login: pg.ClientConfig): Promise<void> {
  const door = await openDoor(login, 4)
  const furnished = await furnish(door, admin, 1)
  await door.close()
  await admin.query('vacuum analyze')
  const targets = await Promise.all(left.map((without) => start(login, without)))
  line('with all / without', 'with all/s', ...left.slice(1).map((names) => names.join(', ')))
  for (const { ask } of works(furnished, 1).filter(({ name }) => only.test(name))) {
    for (const target of targets) target.rates = []
    // The first round is not counted: code is still being compiled.
    for (let round = 0; round <= rounds; round += 1)
      for (const at of targets.keys()) {
        const target = targets[(at + round) % targets.length]
        if (!target) continue
        const { rate } = await load(target, (nth) => ask(nth + (round + 1) * 100_000), seconds, callers)
        if (round > 0) target.rates.push(rate)
      }
    const [all, ...others] = targets.map(({ rates }) => rates)
    const ratios = others.map((rates) => rates.map((rate, at) => (all?.[at] ?? 0) / rate))
    const spread = (of: readonly number[]) =>
      `${quantile(of, 0.5).toFixed(2)} [${Math.min(...of).toFixed(2)}-${Math.max(...of).toFixed(2)}]`
    line(ask(1).path, quantile(all ?? [], 0.5).toFixed(0), ...ratios.map(spread))
  }
}

async function main(): Promise<void> {
  chmodSync(folder, 0o755)
  const postgres = await startLocalPostgres({ dir: join(folder, 'postgres'), settings: { max_connections: '150' } })
  try {
    const admin = await adminClient(postgres.connection)
    // Heard, so that what went wrong before is what is told.
    admin.on('error', () => {})
    await admin.query('set statement_timeout = 0')
    await measure(admin, await migrate(postgres.connection, testSecret))
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
}

const [given] = process.argv.slice(2)
if (given === undefined) await main()
else {
  const [login, without] = JSON.parse(given) as [pg.ClientConfig, readonly Shortcut[]]
  await serve(login, without, folder)
}
