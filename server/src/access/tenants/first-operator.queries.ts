import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { grantRole } from '../roles/roles.queries.ts'
import { insertUser } from '../users/users.queries.ts'
import { foundTenant, operatorTenantId } from './tenants.queries.ts'

const operatorTenantName = 'Plinth'

interface FirstOperator {
  email: string
  password: string
}

/** Creates the operator's company and its first user, if there is none yet. Returns whether it did. */
export async function ensureOperator(door: Door, { email, password }: FirstOperator): Promise<boolean> {
  if (await door.anonymous(operatorTenantId)) return false
  const id = randomUUID()
  const tenant = { id, name: operatorTenantName, subdomain: 'plinth', kind: 'OPERATOR', contactEmail: email } as const
  return door.inTenant(id, null, async (db) => {
    // Makes servers that start on one database at the same moment wait for one another.
    await sql`select pg_advisory_xact_lock(hashtext('first operator'))`.execute(db)
    if (await operatorTenantId(db)) return false
    const roles = await foundTenant(db, tenant)
    const person = { username: 'Operator', email, mobileNo: null, designation: 'Operator', password }
    await grantRole(db, await insertUser(db, person), roles.get('Administrator') ?? '')
    return true
  })
}
