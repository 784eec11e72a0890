import type pg from 'pg'
import { checkLogin, openPool, type PoolWays } from './database-pool.ts'
import { asking, enterAs, openNone, openTenant, rightsOf } from './entering.ts'
import { companyTurns, inTurn, readsWaiting } from './read-turns.ts'
import type { Caller, Door, Entry, Origin } from './tenancy.ts'
import { singleOn, transactionOn, type Work, withConnection } from './transactions.ts'
import type { Prepared } from './wire.ts'

/**
 * Opens the pool and proves that its login is bound by row-level security. Throws a StartError when it is not bound.
 */
export async function openDoor(connection: pg.ClientConfig, poolSize = 16, ways: PoolWays = {}): Promise<Door> {
  const pool = openPool(connection, poolSize, ways)
  try {
    const client = await pool.connect()
    await checkLogin(client).finally(() => client.release())
  } catch (error) {
    await pool.end()
    throw error
  }

  // Two at least: beside a list that is slow, another one opens.
  return doorTo(pool, companyTurns(Math.max(2, Math.floor(poolSize / 4))))
}

/** The door for one request, or for work of the installation's own. */
function doorTo(pool: pg.Pool, inCompanyTurn: ReturnType<typeof companyTurns>, origin?: Origin): Door {
  const comesFrom = (session?: string) =>
    JSON.stringify({ request: origin?.requestId, address: origin?.address, session })
  const entering = (caller: Caller, entry: Entry, onEntered?: (isOperator: boolean) => void) =>
    enterAs(caller, entry, comesFrom(caller.sessionId), onEntered)
  const within = <T>(opening: Prepared, work: Work<T>, ahead = false) =>
    withConnection(pool, (client) => transactionOn(client, opening, work, ahead))
  return {
    from: (request) => doorTo(pool, inCompanyTurn, request),
    enter(caller, entry, work) {
      let isOperator = false
      const onEntered = (entered: boolean) => {
        isOperator = entered
      }
      return within(
        entering(caller, entry, onEntered),
        asking(entry, (db) => work(db, isOperator)),
      )
    },
    enterWith(caller, entry, work) {
      const call = async () => within(entering(caller, entry), asking(entry, work), true)
      const { can } = rightsOf(entry.allow)
      if (can === 'canView') return inCompanyTurn(caller.tenantId, () => inTurn(call))
      // What asks for a session alone is mostly read, too: the agenda and the bell.
      return can === null || can === 'canReport' ? inCompanyTurn(caller.tenantId, call) : call()
    },
    inTenant: (tenantId, userId, work) => within(openTenant(tenantId, userId, comesFrom()), work, true),
    anonymous: (work) => withConnection(pool, (client) => singleOn(client, openNone, work)),
    isReady: () => pool.query('select 1').then(Boolean, () => false),
    load() {
      const { totalCount: total, idleCount: idle, waitingCount, options } = pool
      return { total, idle, most: options.max, waiting: waitingCount + readsWaiting() }
    },
    close: () => pool.end(),
  }
}
