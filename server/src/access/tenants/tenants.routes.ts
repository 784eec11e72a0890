import { searchTenantNames } from '@plinth/api/access/auth'
import * as api from '@plinth/api/access/tenants'
import type { Body } from '@plinth/api/kernel/endpoint'
import { mayErase, undoUploads } from '../../documents/documents/erasing.queries.ts'
import { type StagedContext } from '../../kernel/http/call-contexts.ts'
import { limitRate } from '../../kernel/http/rate-limits.ts'
import { byId, type Routes } from '../../kernel/http/route.ts'
import { hashPassword, requireUncommon } from '../../kernel/secrets/passwords.ts'
import type { Slice } from '../../slice.ts'
import { prove } from '../auth/proof.queries.ts'
import * as tenants from './tenants.queries.ts'

/**
 * Name searches allowed for one address in a minute: enough for an office that signs in together, too few to list all
 * companies.
 */
const nameSearches = { allowed: 30, window: '1 minute' }

/** Operators too act in their own company here. */
const self = () => null

/** Files of erased documents deleted before the response; the sweep deletes the others. */
const filesDeletedAtOnce = 100

async function startOwnCompany(
  { password, currentPassword, code, ...company }: Body<typeof api.startOwnCompany>,
  context: StagedContext,
) {
  const { settle, storage, caller } = context
  requireUncommon(password, 'password', [company.name, company.username, company.email, company.mobileNo])
  await context.stage(tenants.requireSample)
  const applyChange = await prove(context, { currentPassword, code })
  const hash = await hashPassword(password)
  const inStore = await applyChange((db, finish) => tenants.startOwn(db, company, hash, finish, caller))
  try {
    for (const id of inStore.slice(0, filesDeletedAtOnce))
      await settle(async (db) => {
        if (await mayErase(db)) await undoUploads(db, storage, caller.tenantId, [id])
      })
  } catch {
    // The company is erased even if files are left; the sweep deletes them.
  }
}

function tenantRoutes({ route, platformRoute, stagedRoute, publicRoute }: Routes) {
  publicRoute(searchTenantNames, async ({ query }, { door, address }) => {
    await limitRate(door, `name search ${address}`, nameSearches)
    return door.anonymous((db) => tenants.searchNames(db, query.keyword))
  })
  route(api.filterTenants, ({ body }, { db }) => tenants.search(db, body))
  route(api.exportTenants, ({ body }, { db }) => tenants.exportAll(db, body))
  route(api.searchTenants, ({ query }, { db }) => tenants.searchByName(db, query.keyword))
  route(api.createTenant, ({ body }, { db, caller }) => tenants.create(db, body, caller))
  platformRoute(api.getTenant, byId, ({ params }, { db }) => tenants.get(db, params.id))
  platformRoute(api.updateTenant, byId, ({ params, body }, { db, caller }) =>
    tenants.update(db, params.id, body, caller),
  )
  platformRoute(api.deleteTenant, byId, ({ params }, { db }) => tenants.remove(db, params.id))
  stagedRoute(api.startOwnCompany, self, ({ body }, context) => startOwnCompany(body, context))
  route(api.getSecurityPolicy, (_, { db, caller }) => tenants.securityPolicy(db, caller))
  route(api.updateSecurityPolicy, ({ body }, { db, caller }) => tenants.setSecurityPolicy(db, body, caller))
}

export const tenantSlice: Slice = {
  routes: tenantRoutes,
  finds: { tenants: tenants.find },
  events: {
    company_changed: [api.createTenant, api.updateTenant, api.deleteTenant, api.startOwnCompany],
    policy_changed: [api.updateSecurityPolicy],
    exported: [api.exportTenants],
  },
}
