import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import { buildApp } from './app.ts'
import { sweepEveryHour, verify } from './documents/sweep.queries.ts'
import { type Config, readConfig, StartError } from './kernel/config.ts'
import { migrate } from './kernel/migrate.ts'
import type { Storage } from './kernel/storage.ts'
import { openStorage } from './kernel/storage-s3.ts'
import { type Door, openDoor } from './kernel/tenancy.ts'
import { tokens } from './kernel/tokens.ts'
import { ensureOperator, ensureSample } from './sample/sample.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const stopDeadline = 12_000

/** How to stop what runs so far, the last first; each is stopped once, whoever asks. */
const running: (() => Promise<void>)[] = []
let isStopping = false

async function stopAll(): Promise<void> {
  for (let stop = running.pop(); stop; stop = running.pop()) await stop()
}

interface Database {
  door: Door
  isReadOnly: () => boolean
}

async function openAt(connection: Parameters<typeof migrate>[0], secret: string): Promise<Door> {
  const door = await openDoor(await migrate(connection, secret))
  running.push(() => door.close())
  return door
}

async function openDatabase({ databaseUrl, dataDir, sessionSecret }: Config): Promise<Database> {
  if (databaseUrl)
    return { door: await openAt({ connectionString: databaseUrl }, sessionSecret), isReadOnly: () => false }
  const postgres = await startLocalPostgres({ dir: join(dataDir, 'postgres') }).catch((error: Error) => {
    throw new StartError(error.message)
  })
  running.push(() => postgres.stop())
  return { door: await openAt(postgres.connection, sessionSecret), isReadOnly: postgres.isDiskLow }
}

function logFileIn(dataDir: string): string {
  const folder = join(dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  return join(folder, 'server.log')
}

/** The operator on the first start; the sample company when it is wanted. Says what a newcomer needs to sign in. */
async function furnish(door: Door, storage: Storage, config: Config): Promise<void> {
  const password = config.operator.password ?? randomBytes(12).toString('base64url')
  const made = await ensureOperator(door, { email: config.operator.email, password })
  if (made) {
    say(`\n  Operator (tenant Plinth): ${config.operator.email}`)
    if (!config.operator.password) say(`  Password, shown this once: ${password}`)
  }
  if (!config.sampleData) return
  const people = await ensureSample(door, storage, config.dataDir)
  say(`\n  Sample company, tenant "${people.tenantName}", password for all: ${people.password}`)
  for (const person of people.people) say(`    ${person.email}  (${person.designation})`)
}

/** From the first moment on: a start that is cut short leaves no database running either. */
function stopOnSignal(): void {
  const onSignal = () => {
    // A second signal means now.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), stopDeadline).unref()
    stopAll().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

function listenFault({ code, message }: NodeJS.ErrnoException, { port, host }: Config): StartError {
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is taken: set PORT to a free one, for example PORT=${port + 1} npm start.`)
  if (code === 'EACCES') return new StartError(`PORT ${port} needs rights this user does not have: use one above 1023.`)
  return new StartError(`HOST ${host} is not an address of this machine that can be listened on (${code ?? message}).`)
}

async function start(): Promise<void> {
  stopOnSignal()
  const config = readConfig()
  const database = await openDatabase(config)
  const storage = await openStorage(config)
  const pages = join(import.meta.dirname, '../../web/dist')
  const app = await buildApp({
    door: database.door,
    tokens: tokens(config.sessionSecret),
    storage,
    isReadOnly: database.isReadOnly,
    metricsToken: config.metricsToken,
    trustProxy: config.trustProxy,
    pages: existsSync(join(pages, 'index.html')) ? pages : undefined,
    logFile: logFileIn(config.dataDir),
  })
  running.push(() => app.close())
  await furnish(database.door, storage, config)
  const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw listenFault(error, config)
  })
  const warn = (error: Error) => app.log.error({ err: error }, 'sweeping the document store failed')
  running.push(sweepEveryHour(database.door, storage, warn))
  say(`\n  Plinth is ready: ${address}\n`)
}

/** Reads every document in the store and says what is not as it was stored; nothing is served meanwhile. */
async function verifyDocuments(): Promise<void> {
  stopOnSignal()
  const config = readConfig()
  const { door } = await openDatabase(config)
  const { documents, bytes, faults } = await verify(door, await openStorage(config))
  for (const fault of faults) say(fault)
  const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
  say(`${counted(documents, 'document')}, ${counted(bytes, 'byte')} read, ${counted(faults.length, 'fault')}.`)
  await stopAll()
  process.exitCode = faults.length > 0 ? 1 : 0
}

const command = process.argv[2] === 'verify-documents' ? verifyDocuments : start

command().catch(async (error: unknown) => {
  // What a signal cuts short fails, and is no fault.
  if (isStopping) return
  await stopAll().catch(() => {})
  process.stderr.write(
    error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
})
