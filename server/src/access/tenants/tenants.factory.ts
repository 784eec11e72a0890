import { getSession } from '@plinth/api/access/auth'
import { createTenant, type Tenant } from '@plinth/api/access/tenants'
import type { CallInput } from '@plinth/api/kernel/client'
import { newId } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

/** A company as a form would send it. */
export const tenantBody = (
  fields: Partial<CallInput<typeof createTenant>['body']> = {},
): CallInput<typeof createTenant>['body'] => ({
  name: `Builders ${newId()}`,
  contactEmail: 'office@test.example',
  ...fields,
})

export const newTenant = (operator: Client, fields: Parameters<typeof tenantBody>[0] = {}): Promise<Tenant> =>
  operator.ok(createTenant, { body: tenantBody(fields) })

export const testInputs: TestInputs = {
  make: {
    tenantId: async ({ owner }) => (await owner.ok(getSession, {})).tenantId,
    tenants: async ({ operator }) => (await newTenant(operator)).id,
  },
  searched: {
    filterTenants: async ({ operator }, key) => {
      const { id } = await newTenant(operator, { name: `Basalt ${key}`, contactEmail: `${key}@basalt.example` })
      return { id, words: `@basalt ${key}` }
    },
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
