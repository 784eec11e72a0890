import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningPostgres, startLocalPostgres } from '@plinth/local-postgres'
import type { Config } from '../kernel/config/config.ts'
import { openDoor } from '../kernel/db/door.ts'
import { migrate } from '../kernel/db/migrate.ts'
import type { Door } from '../kernel/db/tenancy.ts'
import { StartError } from '../kernel/start-error.ts'
import { loadRules } from '../money/statutory-rules/loading.queries.ts'
import { running } from './running.ts'

interface Database {
  door: Door
  isReadOnly: () => boolean
}

type Admin = Parameters<typeof migrate>[0]

/** The address of the pooler for the server's login, which replaces the address that `migrate` connected to. */
function poolerAt(url: string | undefined) {
  if (url === undefined) return {}
  const { hostname, port, pathname } = new URL(url)
  return { host: hostname, port: Number(port || 5432), database: decodeURIComponent(pathname.slice(1)) }
}

/**
 * Migrates, loads the statutory rules and opens the door. Throws a StartError when a pooler rejects the server's login,
 * which it has to know.
 */
async function openAt(connection: Admin, { sessionSecret, databasePoolUrl }: Config): Promise<Door> {
  const login = { ...(await migrate(connection, sessionSecret)), ...poolerAt(databasePoolUrl) }
  await loadRules(connection)
  const door = await openDoor(login, undefined, { isPooled: databasePoolUrl !== undefined }).catch((error: Error) => {
    if (databasePoolUrl === undefined || error instanceof StartError) throw error
    throw new StartError(`DATABASE_POOL_URL leads to no pooler that lets ${login.user} in: ${error.message}.`)
  })
  running.push(() => door.close())
  return door
}

const folderOf = (dataDir: string) => join(dataDir, 'postgres')

async function startOwn(dataDir: string) {
  const postgres = await startLocalPostgres({ dir: folderOf(dataDir) }).catch((error: Error) => {
    throw new StartError(error.message)
  })
  running.push(() => postgres.stop())
  return postgres
}

/**
 * The administrator's connection to the database of this installation. If it is an embedded one that does not run, it
 * is started. Throws a StartError when it does not start, and with `mustExist` when there is none.
 */
export async function openAdmin({ databaseUrl, dataDir }: Config, { mustExist = false } = {}): Promise<Admin> {
  if (databaseUrl) return { connectionString: databaseUrl }
  if (mustExist && !existsSync(folderOf(dataDir)))
    throw new StartError(
      `${dataDir} holds no installation that this account can see: set DATA_DIR to the folder of one, or DATABASE_URL.`,
    )
  return (await findRunningPostgres(folderOf(dataDir))) ?? (await startOwn(dataDir)).connection
}

/**
 * Opens the migrated database of this installation; an embedded one is started first. Throws a StartError when it does
 * not start.
 */
export async function openDatabase(config: Config): Promise<Database> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl) return { door: await openAt({ connectionString: databaseUrl }, config), isReadOnly: () => false }
  const postgres = await startOwn(dataDir)
  return { door: await openAt(postgres.connection, config), isReadOnly: postgres.isDiskLow }
}

/** Opens the database of this installation while a server may be using it. Throws a StartError when there is none. */
export const openBeside = async (config: Config): Promise<Door> =>
  openAt(await openAdmin(config, { mustExist: true }), config)
