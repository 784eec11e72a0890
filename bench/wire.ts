import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import type pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing/databases.ts'
import { furnish, measuredCompany } from './furnish.ts'
import { load } from './load.ts'
import { line, quantile, tokenOf } from './measures.ts'
import { works } from './works.ts'

/**
 * Measures the gain of sending a call's only statement in one message with the start of its transaction, for which the server
 * goes past what its driver promises (`server/src/kernel/db/wire.ts`): answers per second with and without, in turn on one
 * database. ROUNDS, SECONDS, CALLERS and ONLY are as in the other benches.
 */

const rounds = Number(process.env['ROUNDS'] ?? 5)
const seconds = Number(process.env['SECONDS'] ?? 2)
const callers = Number(process.env['CALLERS'] ?? 16)
const only = new RegExp(process.env['ONLY'] ?? '')

async function serve(login: pg.ClientConfig, opensSeparately: boolean, folder: string): Promise<void> {
  const door = await openDoor(login, 16, { opensSeparately })
  const app = await buildApp({ door, tokens: tokens(testSecret), storage: diskStorage(folder) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
}

const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const children: ChildProcess[] = []

async function start(login: pg.ClientConfig, opensSeparately: boolean) {
  const child = fork(import.meta.filename, [JSON.stringify([login, opensSeparately]), folder])
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
  const targets = await Promise.all([false, true].map((opensSeparately) => start(login, opensSeparately)))
  line('call', 'joined/s', 'joined / apart')
  for (const { ask } of works(furnished, 1).filter(({ name }) => only.test(name))) {
    for (const target of targets) target.rates = []
    // The first round is not counted, because code is still being compiled.
    for (let round = 0; round <= rounds; round += 1)
      for (const at of targets.keys()) {
        const target = targets[(at + round) % targets.length]
        if (!target) continue
        const { rate } = await load(target, (nth) => ask(nth + (round + 1) * 100_000), seconds, callers)
        if (round > 0) target.rates.push(rate)
      }
    const [joined = [], separate = []] = targets.map(({ rates }) => rates)
    const ratios = joined.map((rate, at) => rate / (separate[at] ?? 0))
    const spread = `${quantile(ratios, 0.5).toFixed(2)} [${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)}]`
    line(ask(1).path, quantile(joined, 0.5).toFixed(0), spread)
  }
}

async function main(): Promise<void> {
  chmodSync(folder, 0o755)
  const postgres = await startLocalPostgres({ dir: join(folder, 'postgres'), settings: { max_connections: '150' } })
  try {
    const admin = await adminClient(postgres.connection)
    // Ignored, so that an earlier error is the one that is reported.
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

const [argument] = process.argv.slice(2)
if (argument === undefined) await main()
else {
  const [login, opensSeparately] = JSON.parse(argument) as [pg.ClientConfig, boolean]
  await serve(login, opensSeparately, folder)
}
