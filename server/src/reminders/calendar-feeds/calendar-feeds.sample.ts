import { noteProof } from '../../access/auth/sessions.queries.ts'
import type { Caller, Db } from '../../kernel/db/tenancy.ts'
import { create } from './calendar-feeds.queries.ts'

/** Adds a feed of the user; its address is discarded. */
export async function addSampleFeed(db: Db, { tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>): Promise<void> {
  await noteProof(db, userId)
  await create(db, { tenantId }, { name: 'Phone', scope: 'MINE', detail: 'DATES_ONLY', kinds: [] })
}
