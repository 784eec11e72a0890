import { noteProof } from '../../access/auth/sessions.queries.ts'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { create } from './calendar-feeds.queries.ts'

/** A calendar of whoever is at work; its address is thrown away. */
export async function addSampleFeed(db: Db, { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>): Promise<void> {
  await noteProof(db, userId)
  await create(db, { tenantId }, { name: 'Phone', scope: 'MINE', detail: 'DATES_ONLY', kinds: [] })
}
