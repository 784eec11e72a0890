import { exportAuditTrail, filterAuditTrail, getAuditProof } from '@plinth/api/platform/audit-trail'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as trail from './audit-trail.queries.ts'
import * as seals from './seals.queries.ts'

function auditTrailRoutes({ route }: Routes) {
  route(filterAuditTrail, ({ body }, { db }) => trail.search(db, body))
  route(exportAuditTrail, ({ body }, { db }) => trail.exportAll(db, body))
  route(getAuditProof, (_, { db, tokens, caller }) => seals.proofOf(db, tokens, caller.tenantId))
}

export const auditTrailSlice: Slice = {
  routes: auditTrailRoutes,
  events: { exported: [exportAuditTrail] },
  queues: (door) => [
    {
      name: 'audit',
      help: 'Entries of the audit trail that have no seal yet.',
      measure: async () => {
        const { entries, oldest } = await seals.countUnsealed(door)
        return { waiting: entries, oldest }
      },
      goodFor: 30_000,
    },
  ],
}
