import type { UsedLicense } from '@plinth/api/tenders/contracts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { contains } from '../../kernel/records/conditions.ts'

// The same expressions as in the index contracts_licenses, so that the query can use it.
const license = sql`greatest(license_holder_name, ''), greatest(license_no, ''), greatest(license_id, '')`
const isLicensed = sql<SqlBool>`deleted_at is null and (license_holder_name <> '' or license_no <> '' or license_id <> '')`

/**
 * The first 20 licences that contain the keyword in any part, by holder. The query skips in the index from each licence
 * to the next.
 */
export async function searchLicenses(db: Db, keyword: string | null | undefined): Promise<UsedLicense[]> {
  const conditions = ['holder', 'no', 'id'].flatMap((part) => contains(sql.ref(part), keyword) ?? [])
  const matchesKeyword = conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`true`
  // With statistics from when the company was smaller, the planner would read and sort all contracts at each step.
  await sql`set local enable_sort = off`.execute(db)
  const found = await sql<UsedLicense>`with recursive used (holder, no, id) as (
      (select ${license} from contracts where ${isLicensed} order by ${license} limit 1)
      union all
      select next.* from used cross join lateral (select ${license} from contracts
        where ${isLicensed} and (${license}) > (used.holder, used.no, used.id) order by ${license} limit 1) next
    )
    select nullif(id, '') as "licenseId", nullif(holder, '') as "licenseHolderName", nullif(no, '') as "licenseNo"
    from (select * from used where ${matchesKeyword} limit 20) found order by holder, no, id`.execute(db)
  await sql`set local enable_sort = on`.execute(db)
  return found.rows
}
