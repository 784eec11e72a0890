import type { CallInput } from '@plinth/api/kernel/client'
import { createTenant, type Tenant } from '@plinth/api/tenants'
import { newId } from '../kernel/testing.ts'
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
