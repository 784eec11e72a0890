import { exportAuditTrail, filterAuditTrail, getAuditProof } from '@plinth/api/audit-trail'
import type { Routes } from '../kernel/route.ts'
import * as trail from './audit-trail.queries.ts'
import * as seals from './seals.queries.ts'

export function auditTrailRoutes({ route }: Routes) {
  route(filterAuditTrail, ({ body }, { db }) => trail.search(db, body))
  route(exportAuditTrail, ({ body }, { db }) => trail.exportAll(db, body))
  route(getAuditProof, (_, { db, tokens, caller }) => seals.proofOf(db, tokens, caller.tenantId))
}
