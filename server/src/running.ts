import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import { type Config, StartError } from './kernel/config.ts'
import { migrate } from './kernel/migrate.ts'
import { type Door, openDoor } from './kernel/tenancy.ts'

const stopDeadline = 12_000

/** How to stop what runs so far, the last first; each is stopped once, whoever asks. */
export const running: (() => Promise<void>)[] = []
let isStopping = false

/** Stops what runs so far. */
export async function stopAll(): Promise<void> {
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

/** The database of this installation, migrated; one of its own is started first. Throws a StartError when it does not start. */
export async function openDatabase({ databaseUrl, dataDir, sessionSecret }: Config): Promise<Database> {
  if (databaseUrl)
    return { door: await openAt({ connectionString: databaseUrl }, sessionSecret), isReadOnly: () => false }
  const postgres = await startLocalPostgres({ dir: join(dataDir, 'postgres') }).catch((error: Error) => {
    throw new StartError(error.message)
  })
  running.push(() => postgres.stop())
  return { door: await openAt(postgres.connection, sessionSecret), isReadOnly: postgres.isDiskLow }
}

/** Where the server's log lies; makes the folder. */
export function logFileIn(dataDir: string): string {
  const folder = join(dataDir, 'logs')
  mkdirSync(folder, { recursive: true })
  return join(folder, 'server.log')
}

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

/** Runs a command, which a signal ends from its first moment on: cut short, it leaves no database running either. */
export function run(command: () => Promise<void>): void {
  stopOnSignal()
  command().catch(async (error: unknown) => {
    // What a signal cuts short fails, and is no fault.
    if (isStopping) return
    await stopAll().catch(() => {})
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  })
}
