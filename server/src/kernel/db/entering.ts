import { besides, modulesOf } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import { sentIn } from './statements.ts'
import type { Caller, Entry } from './tenancy.ts'
import type { Work } from './transactions.ts'
import type { Prepared } from './wire.ts'

/** Opens a transaction in a tenant that no session asks for. */
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

/** At which version of their company's rights people were let in, and for what; of the least lately learnt, none is kept. */
const letIn = new Map<string, string>()
const mostLetIn = 20_000

function learn(key: string, version: string): void {
  const [oldest] = letIn.keys()
  if (oldest !== undefined && letIn.size >= mostLetIn) letIn.delete(oldest)
  letIn.set(key, version)
}

/** What a call asks for, as the database is asked. */
export const rightsOf = (allow: Entry['allow']) =>
  typeof allow === 'string'
    ? { modules: null, can: null }
    : { modules: `{${modulesOf(allow).map((key) => JSON.stringify(key))}}`, can: allow.can }

/** The work of a call, once the flags that it asks for besides its first are found. Throws 403. */
export function asking<T>({ allow }: Entry, work: Work<T>): Work<T> {
  const flags = besides(allow)
  if (flags.length === 0) return work
  return async (db) => {
    for (const { module, can } of flags) await sql`select app.require_flag(${module}, ${can})`.execute(db)
    return sentIn(db, work(db))
  }
}

/** Opens a transaction for a caller. Throws 401, 403 or 428 by the names that the database gives them; `onEntered` is called with whether an operator comes in. */
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
    values: [tenantId, userId, sessionId, modules, can, String(isPlatform), origin, letIn.get(key) ?? null],
    onAnswer(answer) {
      if (answer === null) return
      const { operator, version } = JSON.parse(answer)
      if (version !== null && !isPlatform) learn(key, String(version))
      onEntered?.(operator)
    },
  }
}
