import { getSession } from '@plinth/api/auth'
import type { CallInput } from '@plinth/api/kernel/client'
import { createTenant, type Tenant } from '@plinth/api/tenants'
import { newId } from '../kernel/testing.ts'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

/** A company as a form would send it. */
export const tenantBody = (
  given: Partial<CallInput<typeof createTenant>['body']> = {},
): CallInput<typeof createTenant>['body'] => ({
  name: `Builders ${newId()}`,
  contactEmail: 'office@test.example',
  ...given,
})

export const newTenant = (operator: Client, given: Parameters<typeof tenantBody>[0] = {}): Promise<Tenant> =>
  operator.ok(createTenant, { body: tenantBody(given) })

export const aims: Aims = {
  make: {
    tenantId: async ({ owner }) => (await owner.ok(getSession, {})).tenantId,
    tenants: async ({ operator }) => (await newTenant(operator)).id,
  },
  bodies: {
    createTenant: () => tenantBody(),
    updateSecurityPolicy: () => ({ requiresSecondFactor: false }),
    startOwnCompany: () => ({
      currentPassword: newId(),
      name: newId(),
      username: 'Latha',
      email: 'own@test.example',
      password: newId(),
    }),
  },
  queries: { searchTenants: () => ({ keyword: 'company' }) },
  answeredElsewhere: { startOwnCompany: 409 },
}
