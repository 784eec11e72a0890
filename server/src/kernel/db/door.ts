import type pg from 'pg'
import { checkLogin, openPool, type PoolOptions } from './database-pool.ts'
import { afterFlagChecks, enterAs, openNone, openTenant, rightsOf } from './entering.ts'
import { companyTurns, inTurn, readsWaiting } from './read-turns.ts'
import type { Caller, Door, Entry, Origin } from './tenancy.ts'
import { singleOn, transactionOn, type Work, withConnection } from './transactions.ts'
import type { Prepared } from './wire.ts'

/** Opens the pool. Throws a StartError when row-level security does not bind its login. */
export async function openDoor(connection: pg.ClientConfig, poolSize = 16, ways: PoolOptions = {}): Promise<Door> {
  const pool = openPool(connection, poolSize, ways)
  try {
    const client = await pool.connect()
    await checkLogin(client).finally(() => client.release())
  } catch (error) {
    await pool.end()
    throw error
  }

  // At least two, so that a slow list leaves room for another one.
  return doorTo(pool, companyTurns(Math.max(2, Math.floor(poolSize / 4))))
}

/** The door for one request, or for the installation's own work. */
function doorTo(pool: pg.Pool, inCompanyTurn: ReturnType<typeof companyTurns>, origin?: Origin): Door {
  const originJson = (session?: string) =>
    JSON.stringify({ request: origin?.requestId, address: origin?.address, session })
  const openingFor = (caller: Caller, entry: Entry, onEntered?: (isOperator: boolean) => void) =>
    enterAs(caller, entry, originJson(caller.sessionId), onEntered)
  const inTransaction = <T>(opening: Prepared, work: Work<T>, startsAtOnce = false) =>
    withConnection(pool, (client) => transactionOn(client, opening, work, startsAtOnce))
  return {
    from: (request) => doorTo(pool, inCompanyTurn, request),
    enter(caller, entry, work) {
      let isOperator = false
      const onEntered = (entered: boolean) => {
        isOperator = entered
      }
      return inTransaction(
        openingFor(caller, entry, onEntered),
        afterFlagChecks(entry, (db) => work(db, isOperator)),
      )
    },
    enterWith(caller, entry, work) {
      const call = async () => inTransaction(openingFor(caller, entry), afterFlagChecks(entry, work), true)
      const { can } = rightsOf(entry.allow)
      if (can === 'canView') return inCompanyTurn(caller.tenantId, () => inTurn(call))
      // Most calls that need only a session are reads too, such as the agenda and the bell.
      return can === null || can === 'canReport' ? inCompanyTurn(caller.tenantId, call) : call()
    },
    inTenant: (tenantId, userId, work) => inTransaction(openTenant(tenantId, userId, originJson()), work, true),
    anonymous: (work) => withConnection(pool, (client) => singleOn(client, openNone, work)),
    isReady: () => pool.query('select 1').then(Boolean, () => false),
    load() {
      const { totalCount: total, idleCount: idle, waitingCount, options } = pool
      return { total, idle, most: options.max, waiting: waitingCount + readsWaiting() }
    },
    close: () => pool.end(),
  }
}
