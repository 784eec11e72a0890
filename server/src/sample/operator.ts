import { randomUUID } from 'node:crypto'
import type { Door } from '../kernel/tenancy.ts'
import { grantRole } from '../roles/roles.queries.ts'
import { createTenant, operatorTenantId } from '../tenants/tenants.queries.ts'
import { insertUser } from '../users/users.queries.ts'

const operatorTenantName = 'Plinth'

interface FirstOperator {
  email: string
  password: string
}

/** Makes the operator's tenant and its first user, once. Returns whether it did. */
export async function ensureOperator(door: Door, { email, password }: FirstOperator): Promise<boolean> {
  if (await door.anonymous(operatorTenantId)) return false
  const id = randomUUID()
  const tenant = { id, name: operatorTenantName, subdomain: 'plinth', kind: 'OPERATOR', contactEmail: email } as const
  await door.inTenant(id, null, async (db) => {
    const roles = await createTenant(db, tenant)
    const person = { username: 'Operator', email, mobileNo: null, designation: 'Operator', password }
    await grantRole(db, await insertUser(db, person), roles.get('Administrator') ?? '')
  })
  return true
}
