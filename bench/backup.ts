import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uploadDocument } from '@plinth/api/documents/documents'
import { createContract } from '@plinth/api/tenders/contracts'
import { startLocalPostgres } from '@plinth/local-postgres'
import { buildApp } from '../server/src/app.ts'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { ownDatabase, testSecret } from '../server/src/kernel/testing/databases.ts'
import { lookThrough } from '../server/src/platform/backup/folder.rules.ts'
import { type Call, line, megabytes, milliseconds, newCompany, quantile, signedIn, timed } from './measures.ts'

/**
 * Measures a backup: its duration, its size, how long writers wait meanwhile, the duration of verifying it, and the restore.
 * The database of its own has the durability settings of an installation; backup and restore are the real commands, and the
 * server is a process of its own.
 */

const contracts = 10_000
const documents = { count: 1_000, bytes: 200 * 1024 }
const writers = 2
const company = 'Backed up'

async function serve(folder: string): Promise<void> {
  const [login] = await once(process, 'message')
  const app = await buildApp({ door: await openDoor(login), tokens: tokens(testSecret), storage: diskStorage(folder) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as AddressInfo).port)
}

const contract = (at: number) => ({
  contractName: `Road work ${at}`,
  tenderActualValue: 1_000_000 + at,
  paperCost: 500,
})

/** How long each of the writes took, in milliseconds, until `isOver`. */
async function timeWrites(call: Call, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  const lane = async () => {
    while (!isOver()) times.push(await timed(() => call(createContract, { body: contract(times.length) })))
  }
  await Promise.all(Array.from({ length: writers }, lane))
  return times
}

/** Runs a command of the product; returns how long it took. */
async function run(env: Record<string, string>, ...command: string[]): Promise<number> {
  const script = join(import.meta.dirname, '../server/src/main.ts')
  return timed(async () => {
    const child = spawn(process.execPath, [script, ...command], { env: { ...process.env, ...env }, stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${command[0]} ended with ${code}`)
  })
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const quantiles = (times: readonly number[]) => [
  times.length,
  ...[0.5, 0.99, 1].map((share) => milliseconds(quantile(times, share))),
]

async function fill(call: Call, tenantId: string): Promise<void> {
  let created = 0
  const lane = async () => {
    while (created < contracts) await call(createContract, { body: contract((created += 1)) })
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0', 'latin1')
  for (let at = 0; at < documents.count; at += 1) {
    const file = new File([head, new Uint8Array(randomBytes(documents.bytes - head.length))], 'site.mp4')
    await call(uploadDocument, { body: { tenantId, entityType: 'PAYMENT', entityId: tenantId, file } })
  }
}

async function measure(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'plinth-bench-backup-'))
  chmodSync(root, 0o755)
  const postgres = await startLocalPostgres({ dir: join(root, 'postgres') })
  let server: ChildProcess | undefined
  try {
    const [source, target] = [await ownDatabase(postgres.connection), await ownDatabase(postgres.connection)]
    const urlOf = ({ admin: { user, password, host, database } }: typeof source) =>
      `postgresql://${user}:${String(password)}@/${database}?host=${encodeURIComponent(host ?? '')}`
    const envOf = (at: typeof source, name: string) => ({
      DATABASE_URL: urlOf(at),
      SESSION_SECRET: testSecret,
      DATA_DIR: join(root, name),
    })
    const login = await migrate(source.admin, testSecret)
    const door = await openDoor(login)
    const tenantId = await newCompany(door, company, ['Contracts', 'Payments'])
    await door.close()
    server = fork(import.meta.filename, ['serve', join(root, 'source', 'files')])
    server.send(login)
    const [port] = await once(server, 'message')
    const call = await signedIn(`http://127.0.0.1:${port}`, company)
    await fill(call, tenantId)

    line('writers', 'writes', 'median', '99 of 100', 'slowest')
    const until = Date.now() + 10_000
    line('alone', ...quantiles(await timeWrites(call, () => Date.now() > until)))
    const backups = join(root, 'backups')
    for (const name of ['first backup', 'second backup']) {
      let isOver = false
      const writing = timeWrites(call, () => isOver)
      const time = await run(envOf(source, 'source'), 'backup', backups)
      isOver = true
      line(`during the ${name}`, ...quantiles(await writing))
      line(name, `${(time / 1000).toFixed(1)} s`, megabytes(bytesIn(backups)))
    }
    let bytes = 0
    const again = await timed(async () => void ({ bytes } = await lookThrough(backups)))
    line('all of it read again', `${(again / 1000).toFixed(2)} s`, `${megabytes((bytes / again) * 1000)} a second`)
    const newest = readdirSync(backups).toSorted().at(-2) ?? ''
    const time = await run(envOf(target, 'target'), 'restore', join(backups, newest))
    line('restore', `${(time / 1000).toFixed(1)} s`)
  } finally {
    server?.kill()
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

const [, , what, folder = ''] = process.argv
await (what === 'serve' ? serve(folder) : measure())
