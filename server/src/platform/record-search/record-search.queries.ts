import { recordKinds, recordModules } from '@plinth/api/entities'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { type searchRecords } from '@plinth/api/platform/record-search'
import type { Db } from '../../kernel/db/tenancy.ts'
import { viewable } from '../../kernel/http/permissions.ts'
import type { Sought } from '../../kernel/records/found-records.ts'
import type { Finds } from '../../slice.ts'

/** The records of each kind that the caller may view. */
export async function search(db: Db, finds: Finds, sought: Sought): Promise<Answer<typeof searchRecords>> {
  const modules = await viewable(db, Object.values(recordModules))
  const found: Answer<typeof searchRecords> = []
  for (const kind of recordKinds) {
    const find = modules.has(recordModules[kind]) && finds[kind]
    if (find) found.push({ kind, records: await find(db, sought) })
  }
  return found
}
