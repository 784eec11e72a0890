import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'

/** The values of a deadline, or of the state of a deposit, by column. */
type Deadline = Record<string, string | boolean | string[] | null>

interface Difference {
  recordType: string
  recordId: string
  kind: string
  /** Null if there is no such row. */
  stored: Deadline | null
  /** Null if the record has no such deadline. */
  computed: Deadline | null
}

/** The values of a deadline that differ from those of the other. */
function differing(deadline: Deadline | null, other: Deadline | null): string {
  if (!deadline) return 'nothing'
  return Object.entries(deadline)
    .filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(other?.[column]))
    .map(([column, value]) => `${column} ${(Array.isArray(value) ? value.join(' ') : value?.toString()) || 'none'}`)
    .join(', ')
}

/** All deadlines of a large company take longer than a call may. */
const allowLongStatements = (db: Db) => sql`set local statement_timeout = '10min'`.execute(db)

async function checkCompany(db: Db, company: string): Promise<{ deadlines: number; faults: string[] }> {
  await allowLongStatements(db)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from deadlines`.execute(db)
  const differences =
    await sql<Difference>`select record_type as "recordType", record_id as "recordId", kind, stored, computed
    from (select * from app.deadline_differences()
      union all select 'DEPOSIT', deposit_id, 'STATE', stored, computed from app.deposit_state_differences()) d
    order by 1, 2, 3`.execute(db)
  return {
    deadlines: rows[0]?.count ?? 0,
    faults: differences.rows.map(
      ({ recordType, recordId, kind, stored, computed }) =>
        `${company} ${kind} of ${recordType} ${recordId} is stored as ${differing(stored, computed)}, and computed as ${differing(computed, stored)}`,
    ),
  }
}

interface Findings {
  deadlines: number
  faults: string[]
  /** The companies that have faults. */
  companies: string[]
}

/** Computes the deadlines and the states of deposits of every company from its records and compares them with the stored ones. */
export async function verifyDeadlines(door: Door): Promise<Findings> {
  const { rows: companies } = await door.anonymous((db) =>
    sql<{ id: string }>`select app.companies() as id`.execute(db),
  )
  // Without statistics, as after a restore, reading a large company would take for ever.
  await door.anonymous((db) => sql`select app.refresh_statistics(true)`.execute(db))
  const found: Findings = { deadlines: 0, faults: [], companies: [] }
  for (const { id: company } of companies) {
    const { deadlines, faults } = await door.inTenant(company, null, (db) => checkCompany(db, company))
    found.deadlines += deadlines
    found.faults.push(...faults)
    if (faults.length > 0) found.companies.push(company)
  }
  return found
}

/** Writes the deadlines and the states of deposits of a company anew from its records; its saves wait meanwhile. */
export const mendDeadlines = (door: Door, company: string) =>
  door.inTenant(company, null, async (db) => {
    await allowLongStatements(db)
    await sql`select app.mend_deadlines()`.execute(db)
  })
