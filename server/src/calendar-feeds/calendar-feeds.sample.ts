import type { Caller, Db } from '../kernel/tenancy.ts'
import { create } from './calendar-feeds.queries.ts'

/** A calendar of whoever is at work; its address is thrown away. */
export async function addSampleFeed(db: Db, { tenantId }: Pick<Caller, 'tenantId'>): Promise<void> {
  await create(db, { tenantId }, { name: 'Phone', scope: 'MINE', detail: 'DATES_ONLY', kinds: [] })
}
