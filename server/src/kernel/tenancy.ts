import { createHmac } from 'node:crypto'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type Flag, type ModuleName, modulesOf } from '@plinth/api/kernel/permissions'
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from 'kysely'
import pg from 'pg'
import { StartError } from './config.ts'
import { AppError, databaseError, forbidden, noSession, notFound, unavailable } from './errors.ts'
import type { Schema } from './schema.ts'

/** A transaction: every statement of a slice runs in one, and sees the rows of its tenant only. */
export type Db = Kysely<Schema>

/** Who calls, as the access token says; whether it still holds is asked of the database. */
export interface Caller {
  tenantId: string
  userId: string
  sessionId: string
}

/** What a signed-in call asks for: a flag of one of its modules, and whether an operator's call may leave the operator's own company. */
export type Entry = Pick<Endpoint, 'allow' | 'scope'>

/**
 * Days and numerics as PostgreSQL means them: a day stays text (a Date would shift it in India), a numeric of at
 * most 15 digits is a JSON number exactly, a moment is ISO 8601 in UTC with its microseconds.
 */
const parsers = new Map<number, (value: string) => unknown>([
  [1082, (value) => value],
  [1700, Number],
  [20, Number],
  [1184, (value) => `${value.replace(' ', 'T').replace(/\+00$/, '')}Z`],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

/** The only way to the database. */
export interface Door {
  /** A call of somebody signed in. Throws 401 or 403 before `work` runs. */
  enter<T>(caller: Caller, entry: Entry, work: (db: Db, isOperator: boolean) => Promise<T>): Promise<T>
  /** Work inside a tenant that no session asks for: signing in, the sample company, jobs. */
  inTenant<T>(tenantId: string, userId: string | null, work: (db: Db) => Promise<T>): Promise<T>
  /** Work before a tenant is known; no tenant's rows are in sight. */
  anonymous<T>(work: (db: Db) => Promise<T>): Promise<T>
  isReady(): Promise<boolean>
  close(): Promise<void>
}

const known = new WeakMap<pg.ClientBase, Kysely<Schema>>()
const nothing = async () => {}

const refuseStream = (): AsyncIterableIterator<never> => {
  throw new Error('rows are not streamed through kysely')
}

function connectionOver(client: pg.ClientBase): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, rowCount } = await client.query(sql, [...parameters])
      return { rows, ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
    },
    streamQuery: refuseStream,
  }
}

/** Kysely over one connection, inside whatever transaction that connection is in; it never begins or ends one. */
function kyselyOn(client: pg.ClientBase): Kysely<Schema> {
  const existing = known.get(client)
  if (existing) return existing
  const connection = connectionOver(client)
  const made = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        destroy: nothing,
        acquireConnection: async () => connection,
        releaseConnection: nothing,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
      }),
    },
  })
  known.set(client, made)
  return made
}

/** From here to the end of the transaction, what is written is written by this person of the tenant. */
export const actAs = (db: Db, userId: string) => sql`select set_config('app.user_id', ${userId}, true)`.execute(db)

/**
 * For an operator's platform call, what belongs to no single company: reads over all of them, changes of the one list
 * of modules. Anybody else's `work` stays in their own. The reach ends with `work`; one that throws ends the
 * transaction and the reach with it.
 */
export async function acrossTenants<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`select app.reach_across()`.execute(db)
  const result = await work()
  await sql`reset role`.execute(db)
  return result
}

/** For a call that any of several modules lets in: asks for the one it turned out to be about. Throws 403. */
export async function requirePermission(db: Db, module: ModuleName, flag: Flag): Promise<void> {
  const found = await sql<{ may: boolean }>`select app.may(${module}, ${flag}) as may`.execute(db)
  if (!found.rows[0]?.may) throw forbidden()
}

/** Throws 404 when the transaction is in another company than this one. */
export async function requireInside(db: Db, tenantId: string): Promise<void> {
  const found = await sql<{ inside: boolean }>`select app.tenant_id() = ${tenantId} as inside`.execute(db)
  if (!found.rows[0]?.inside) throw notFound()
}

/**
 * Runs `work` of an operator inside the company that `record` (a company, a person or a role) is of, then returns to
 * the operator's own. Throws 404 when there is no such record.
 */
export async function inCompanyOf<T>(db: Db, record: string, { tenantId }: Caller, work: () => Promise<T>): Promise<T> {
  await sql`select app.step_into(${record}::uuid)`.execute(db)
  const result = await work()
  await sql`select app.step_out(${tenantId}::uuid)`.execute(db)
  return result
}

/** Runs `work`; what the database refuses of it is undone, and answered as the refusal it is. */
export async function attempt<T>(db: Db, work: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(db)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    const refusal = databaseError(error)
    if (!refusal || refusal.status >= 500) throw error
    await sql`rollback to savepoint attempt`.execute(db)
    return refusal
  }
}

const literal = (value: string | null) => (value === null ? 'null' : pg.escapeLiteral(value))

function openPool(connection: pg.ClientConfig, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c timezone=UTC',
  })
  // A connection that the database closes says so wherever it is, idle, in use or on its way back; unheard, that would
  // take the process down. Whoever uses it finds out by their statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

interface Opening {
  /** SQL that sets the transaction's tenant and user. */
  statement: string
  /** Judges the row it selects; throws to refuse. */
  judge?: (entered: Record<string, unknown>) => void
}

/** One transaction on a connection of its own; committed when `work` resolves, rolled back when it throws. */
async function transaction<T>(
  pool: pg.Pool,
  { statement, judge }: Opening,
  work: (db: Db, isOperator: boolean) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    // One round trip for the transaction and everything asked on the way in.
    const opened: unknown = await client.query(`begin; ${statement}`)
    const entered = (Array.isArray(opened) && opened.at(-1)?.rows[0]) || {}
    judge?.(entered)
    const result = await work(kyselyOn(client), entered.operator === true)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const secondFactorMissing = () =>
  new AppError(403, 'second_factor_missing', 'Your company asks for a second factor. Set it up on your own page.')

function judgeEntry({ status }: Record<string, unknown>): void {
  if (status === 401) throw noSession()
  if (status === 403) throw forbidden()
  if (status === 428) throw secondFactorMissing()
  if (status !== 200) throw unavailable()
}

/** The login of the server: one per database, with a password only this installation can derive. */
export async function ensureLogin(client: pg.Client, secret: string): Promise<{ user: string; password: string }> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const user = `${rows[0]?.database}_plinth`.slice(0, 63)
  const password = createHmac('sha256', secret).update(`database login ${user}`).digest('base64url')
  const [name, literal] = [client.escapeIdentifier(user), client.escapeLiteral(password)]
  const existing = await client.query('select from pg_roles where rolname = $1', [user])
  await client.query(
    `${existing.rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${literal} nosuperuser nobypassrls nocreatedb nocreaterole inherit`,
  )
  await client.query(`grant plinth_app to ${name}`)
  // Not inherited: only a statement that takes the role on has its reach.
  await client.query(`grant plinth_platform to ${name} with inherit false, set true`)
  return { user, password }
}

/** Refuses to serve with a login that row-level security does not bind. */
async function checkLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select rolsuper or rolbypassrls or exists (select from pg_class c
       where c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'member')) as bypasses from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.bypasses !== false)
    throw new StartError('The database login could pass row-level security by: not starting.')
}

/** Opens the pool and proves that its login is bound by row-level security. Throws a StartError when it is not. */
export async function openDoor(connection: pg.ClientConfig, poolSize = 16): Promise<Door> {
  const pool = openPool(connection, poolSize)
  try {
    const client = await pool.connect()
    await checkLogin(client).finally(() => client.release())
  } catch (error) {
    await pool.end()
    throw error
  }

  return {
    enter(caller, { allow, scope }, work) {
      const who = [caller.tenantId, caller.userId, caller.sessionId].map(literal).join(', ')
      const modules = modulesOf(allow).map(literal)
      const keys = modules.length > 0 ? `array[${modules.join(', ')}]` : 'null'
      const flag = literal(typeof allow === 'string' ? null : allow.can)
      const statement = `select status, operator from app.enter(${who}, ${keys}, ${flag}, ${scope === 'platform'})`
      return transaction(pool, { statement, judge: judgeEntry }, work)
    },
    inTenant(tenantId, userId, work) {
      const settings = [`'app.tenant_id', ${literal(tenantId)}, true`, `'app.user_id', ${literal(userId ?? '')}, true`]
      const statement = `select ${settings.map((setting) => `set_config(${setting})`).join(', ')}`
      return transaction(pool, { statement }, work)
    },
    anonymous: (work) => transaction(pool, { statement: "select set_config('app.tenant_id', '', true)" }, work),
    isReady: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  }
}
