import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import { buildApp } from './app.ts'
import { type Config, readConfig, StartError } from './kernel/config.ts'
import { migrate } from './kernel/migrate.ts'
import { type Door, openDoor } from './kernel/tenancy.ts'
import { tokens } from './kernel/tokens.ts'
import { ensureOperator } from './sample/operator.ts'
import { ensureSample } from './sample/sample.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const stopDeadline = 12_000

interface Database {
  door: Door
  isReadOnly: () => boolean
  stop(): Promise<void>
}

async function openDatabase({ databaseUrl, dataDir, sessionSecret }: Config): Promise<Database> {
  if (databaseUrl) {
    const door = await openDoor(await migrate({ connectionString: databaseUrl }, sessionSecret))
    return { door, isReadOnly: () => false, stop: () => door.close() }
  }
  const postgres = await startLocalPostgres({ dir: join(dataDir, 'postgres') })
  try {
    const door = await openDoor(await migrate(postgres.connection, sessionSecret))
    const stop = async () => {
      await door.close()
      await postgres.stop()
    }
    return { door, isReadOnly: postgres.isDiskLow, stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

function logFileIn(dataDir: string): string {
  const folder = join(dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  return join(folder, 'server.log')
}

/** The operator on the first start; the sample company when it is wanted. Says what a newcomer needs to sign in. */
async function furnish(door: Door, config: Config): Promise<void> {
  const password = config.operator.password ?? randomBytes(12).toString('base64url')
  const made = await ensureOperator(door, { email: config.operator.email, password })
  if (made) {
    say(`\n  Operator (tenant Plinth): ${config.operator.email}`)
    if (!config.operator.password) say(`  Password, shown this once: ${password}`)
  }
  if (!config.sampleData) return
  const people = await ensureSample(door, config.dataDir)
  say(`\n  Sample company, tenant "${people.tenantName}", password for all: ${people.password}`)
  for (const person of people.people) say(`    ${person.email}  (${person.designation})`)
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    // A second signal means now.
    if (stopping) process.exit(1)
    stopping = true
    setTimeout(() => process.exit(1), stopDeadline).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

async function start(): Promise<void> {
  const config = readConfig()
  const database = await openDatabase(config)
  try {
    const pages = join(import.meta.dirname, '../../web/dist')
    const app = await buildApp({
      door: database.door,
      tokens: tokens(config.sessionSecret),
      isReadOnly: database.isReadOnly,
      metricsToken: config.metricsToken,
      trustProxy: config.trustProxy,
      pages: existsSync(join(pages, 'index.html')) ? pages : undefined,
      logFile: logFileIn(config.dataDir),
    })
    stopOnSignal(async () => {
      await app.close()
      await database.stop()
    })
    const address = await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new StartError(
        `Port ${config.port} is taken: set PORT to a free one, for example PORT=${config.port + 1} npm start.`,
      )
    })
    await furnish(database.door, config)
    say(`\n  Plinth is ready: ${address}\n`)
  } catch (error) {
    await database.stop()
    throw error
  }
}

start().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
})
