import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { besides, modulesOf } from '@plinth/api/kernel/permissions'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { StartError } from './config.ts'
import { type AppError, databaseError } from './errors.ts'
import type { Schema } from './schema.ts'
import { hasRun, keepNoPlans, kyselyAfter, kyselyOn, open, type Prepared, types } from './statements.ts'

/** A transaction: every statement of a slice runs in one, and sees the rows of its tenant only. */
export type Db = Kysely<Schema>

/** Who calls, as the access token says; whether it still holds is asked of the database. */
export interface Caller {
  tenantId: string
  userId: string
  sessionId: string
}

/** Where a request comes from: told by every entry of the audit trail that it leaves. */
export interface Origin {
  requestId: string
  /** Network address. */
  address: string
}

/** What a signed-in call asks for: a flag of one of its modules, and whether an operator's call may leave the operator's own company. */
export type Entry = Pick<Endpoint, 'allow' | 'scope'>

/** The only way to the database. */
export interface Door {
  /** The same door for one request, whose changes the audit trail tells from where they came. */
  from(origin: Origin): Door
  /** A call of somebody signed in. Throws 401 or 403 before `work` runs. */
  enter<T>(caller: Caller, entry: Entry, work: (db: Db, isOperator: boolean) => Promise<T>): Promise<T>
  /**
   * The same for work that does nothing but send statements: the first of them leaves with the question whether the caller
   * may come in. Where they may not, the database runs none, and 401 or 403 is thrown whatever the work has come to.
   */
  enterWith<T>(caller: Caller, entry: Entry, work: (db: Db) => Promise<T>): Promise<T>
  /** The same for work that is one statement: it leaves in one message with the question, and its transaction ends with it. */
  single<T>(caller: Caller, entry: Entry, work: (db: Db) => Promise<T>): Promise<T>
  /** Work inside a tenant that no session asks for: signing in, the sample company, jobs. What it sends first leaves at once. */
  inTenant<T>(tenantId: string, userId: string | null, work: (db: Db) => Promise<T>): Promise<T>
  /** The same for work that is one statement, in one message. */
  singleInTenant<T>(tenantId: string, userId: string, work: (db: Db) => Promise<T>): Promise<T>
  /** One statement before a tenant is known, in a message of its own; no tenant's rows are in sight. */
  anonymous<T>(work: (db: Db) => Promise<T>): Promise<T>
  isReady(): Promise<boolean>
  /** Connections there are and may be, those that nothing is done on, and transactions that wait for one. */
  load(): { total: number; most: number; idle: number; waiting: number }
  close(): Promise<void>
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

function openPool(connection: pg.ClientConfig, size: number, isPooled: boolean): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    types,
    connectionTimeoutMillis: 2_000,
    // What is known to follow is sent without waiting for what went before.
    pipeline: true,
  })
  // A connection that the database closes says so wherever it is, idle, in use or on its way back; unheard, that would
  // take the process down. Whoever uses it finds out by their statement.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    if (isPooled) keepNoPlans(client)
  })
  return pool
}

/** Throws what the database says of who may not come in as the refusal it is, and its faults as they are. */
function refused(fault: unknown): never {
  const refusal = databaseError(fault)
  throw refusal && refusal.status < 500 ? refusal : fault
}

/** Connections that are of no more use. */
const broken = new WeakSet<pg.ClientBase>()

async function withConnection<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  return work(client).finally(() => client.release(broken.has(client)))
}

/** Turns that are free for reads: of more at once, a machine's processors forget at each what they were at. */
let turns = 2 * availableParallelism()
const queued: (() => void)[] = []

/** Begins a read when its turn comes; one that is not done 20 ms later keeps nobody waiting any more. */
async function inTurn<T>(begin: () => Promise<T>): Promise<T> {
  if (turns > 0) turns -= 1
  else await new Promise<void>((next) => queued.push(next))
  const read = begin()
  const passOn = () => {
    const next = queued.shift()
    if (next) next()
    else turns += 1
  }
  void Promise.race([read, sleep(20)]).then(passOn, passOn)
  return read
}

type Work<T> = (db: Db) => Promise<T>

/**
 * One transaction, which `opening` gives its tenant and user, or fails for who may not come in; committed when `work`
 * resolves, rolled back when it throws. `work` begins once it is open, or, `ahead`, at once: what it sends is done only then,
 * and what the opening failed of is thrown.
 */
async function transactionOn<T>(client: pg.ClientBase, opening: Prepared, work: Work<T>, ahead = false): Promise<T> {
  // What is sent before anything else is waited for leaves in one piece.
  const { stream } = (client as pg.Client).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const opened = Promise.all([client.query('begin'), open(client, opening)]).catch(refused)
  // Whoever waits for it hears of it; until then it may have failed already.
  opened.catch(() => {})
  try {
    if (!ahead) await opened
    const result = await work(kyselyOn(client))
    await opened
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => broken.add(client))
    await opened
    throw error
  }
}

/** One statement in a transaction of its own, which leaves with what opens it and needs nothing more. */
async function singleOn<T>(client: pg.ClientBase, opening: Prepared, work: Work<T>): Promise<T> {
  if (!hasRun(client, opening)) return transactionOn(client, opening, work, true)
  const single = kyselyAfter(client, opening)
  try {
    const result = await work(single.db)
    if (single.opening) await open(client, opening)
    return result
  } catch (error) {
    // Who may not come in is told so, whatever else was wrong.
    if (single.opening) await open(client, opening).catch(refused)
    return refused(error)
  }
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

/**
 * Opens the pool and proves that its login is bound by row-level security. `isPooled` where a pooler stands between. Throws a
 * StartError when it is not bound.
 */
export async function openDoor(connection: pg.ClientConfig, poolSize = 16, isPooled = false): Promise<Door> {
  const pool = openPool(connection, poolSize, isPooled)
  try {
    const client = await pool.connect()
    await checkLogin(client).finally(() => client.release())
  } catch (error) {
    await pool.end()
    throw error
  }

  return doorTo(pool)
}

const openTenant = (tenant: string, user: string | null, origin: string): Prepared => ({
  name: 'open_tenant',
  text: `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.origin', $3, true)`,
  values: [tenant, user ?? '', origin],
})
const openNone: Prepared = { name: 'open_none', text: "select set_config('app.tenant_id', '', true)", values: [] }

/** At which version of their company's rights people were let in, and for what; of the least lately learnt, none is kept. */
const letIn = new Map<string, string>()
const mostLetIn = 20_000

function learn(key: string, version: string): void {
  const [oldest] = letIn.keys()
  if (oldest !== undefined && letIn.size >= mostLetIn) letIn.delete(oldest)
  letIn.set(key, version)
}

/** What a call asks for, as the database is asked. */
const rightsOf = (allow: Entry['allow']) =>
  typeof allow === 'string'
    ? { modules: null, can: null }
    : { modules: `{${modulesOf(allow).map((key) => JSON.stringify(key))}}`, can: allow.can }

/** The work of a call, once the flags that it asks for besides its first are found. Throws 403. */
function asking<A extends unknown[], T>({ allow }: Entry, work: (db: Db, ...rest: A) => Promise<T>): typeof work {
  const flags = besides(allow)
  if (flags.length === 0) return work
  return async (db, ...rest) => {
    for (const { module, can } of flags) await sql`select app.require_flag(${module}, ${can})`.execute(db)
    return work(db, ...rest)
  }
}

/** Throws 401, 403 or 428 by the names that the database gives them; `hear` is told whether an operator comes in. */
function enterAs(
  { tenantId, userId, sessionId }: Caller,
  { allow, scope }: Entry,
  origin: string,
  hear?: (isOperator: boolean) => void,
): Prepared {
  const { modules, can } = rightsOf(allow)
  const isPlatform = scope === 'platform'
  const key = `${sessionId} ${can} ${modules}`
  return {
    name: 'enter',
    text: 'select app.enter($1, $2, $3, $4, $5, $6, $7, $8) as entered',
    values: [tenantId, userId, sessionId, modules, can, String(isPlatform), origin, letIn.get(key) ?? null],
    hear(answer) {
      if (answer === null) return
      const { operator, version } = JSON.parse(answer)
      if (version !== null && !isPlatform) learn(key, String(version))
      hear?.(operator)
    },
  }
}

/** The door for one request, or for work of the installation's own. */
function doorTo(pool: pg.Pool, origin?: Origin): Door {
  const comesFrom = (session?: string) =>
    JSON.stringify({ request: origin?.requestId, address: origin?.address, session })
  const entering = (caller: Caller, entry: Entry, hear?: (isOperator: boolean) => void) =>
    enterAs(caller, entry, comesFrom(caller.sessionId), hear)
  const within = <T>(opening: Prepared, work: Work<T>, ahead = false) =>
    withConnection(pool, (client) => transactionOn(client, opening, work, ahead))
  const alone = <T>(opening: Prepared, work: Work<T>) =>
    withConnection(pool, (client) => singleOn(client, opening, work))
  return {
    from: (request) => doorTo(pool, request),
    enter(caller, entry, work) {
      let isOperator = false
      const hear = (told: boolean) => {
        isOperator = told
      }
      return within(
        entering(caller, entry, hear),
        asking(entry, (db) => work(db, isOperator)),
      )
    },
    enterWith: (caller, entry, work) => within(entering(caller, entry), asking(entry, work), true),
    single(caller, entry, work) {
      const call = async () => alone(entering(caller, entry), asking(entry, work))
      return rightsOf(entry.allow).can === 'canView' ? inTurn(call) : call()
    },
    inTenant: (tenantId, userId, work) => within(openTenant(tenantId, userId, comesFrom()), work, true),
    singleInTenant: (tenantId, userId, work) => alone(openTenant(tenantId, userId, comesFrom()), work),
    anonymous: (work) => alone(openNone, work),
    isReady: () => pool.query('select 1').then(Boolean, () => false),
    load() {
      const { totalCount: total, idleCount: idle, waitingCount, options } = pool
      return { total, idle, most: options.max, waiting: waitingCount + queued.length }
    },
    close: () => pool.end(),
  }
}
