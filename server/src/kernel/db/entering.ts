import { furtherFlags, modulesOf } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import { sentIn } from './statements.ts'
import type { Caller, Entry } from './tenancy.ts'
import type { Work } from './transactions.ts'
import type { Prepared } from './wire.ts'

/** Opens a transaction in a tenant without a session. */
export const openTenant = (tenant: string, user: string | null, origin: string): Prepared => ({
  name: 'open_tenant',
  text: `select set_config('app.tenant_id', $1, true), set_config('app.user_id', $2, true), set_config('app.origin', $3, true)`,
  values: [tenant, user ?? '', origin],
})
/** Opens a transaction in no tenant. */
export const openNone: Prepared = {
  name: 'open_none',
  text: "select set_config('app.tenant_id', '', true)",
  values: [],
}

/**
 * The version of the company's rights at which each session entered, keyed by session, flag and modules. At most
 * `mostEntered` are kept; the oldest goes first.
 */
const enteredVersions = new Map<string, string>()
const mostEntered = 20_000

function rememberVersion(key: string, version: string): void {
  const [oldest] = enteredVersions.keys()
  if (oldest !== undefined && enteredVersions.size >= mostEntered) enteredVersions.delete(oldest)
  enteredVersions.set(key, version)
}

/** The modules and the flag of a call as arguments of `app.enter`. */
export const rightsOf = (allow: Entry['allow']) =>
  typeof allow === 'string'
    ? { modules: null, can: null }
    : { modules: `{${modulesOf(allow).map((key) => JSON.stringify(key))}}`, can: allow.can }

/** Wraps `work` so that it first checks the further flags that the call needs. Throws 403. */
export function afterFlagChecks<T>({ allow }: Entry, work: Work<T>): Work<T> {
  const flags = furtherFlags(allow)
  if (flags.length === 0) return work
  return async (db) => {
    for (const { module, can } of flags) await sql`select app.require_flag(${module}, ${can})`.execute(db)
    return sentIn(db, work(db))
  }
}

/**
 * Opens a transaction for a caller. Throws 401, 403 or 428 as the database names them. `onEntered` is told whether the
 * caller is an operator.
 */
export function enterAs(
  { tenantId, userId, sessionId }: Caller,
  { allow, scope }: Entry,
  origin: string,
  onEntered?: (isOperator: boolean) => void,
): Prepared {
  const { modules, can } = rightsOf(allow)
  const isPlatform = scope === 'platform'
  const key = `${sessionId} ${can} ${modules}`
  return {
    name: 'enter',
    text: 'select app.enter($1, $2, $3, $4, $5, $6, $7, $8) as entered',
    values: [tenantId, userId, sessionId, modules, can, String(isPlatform), origin, enteredVersions.get(key) ?? null],
    onAnswer(answer) {
      if (answer === null) return
      const { operator, version } = JSON.parse(answer)
      if (version !== null && !isPlatform) rememberVersion(key, String(version))
      onEntered?.(operator)
    },
  }
}
