import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { type Removed, undoBatch, undoIn } from '../contract-imports/import-undoing.queries.ts'

/** Whether somebody wrote a note on the deposit or instrument. */
const hasNotes = (id: 'd.id' | 'i.id') =>
  sql`exists (select from notes n where n.record_id = ${sql.ref(id)} and n.deleted_at is null)`

/** For an instrument `i`: an import entered it, and nobody has changed or pledged it since. */
const isUntouchedPaper = sql`(i.updated_at = i.imported_as and not exists (select from instrument_liens l
  where l.tenant_id = i.tenant_id and l.guarantee_id = i.id and l.deleted_at is null and l.created_at > i.imported_as)
  and not ${hasNotes('i.id')})`

/** For a deposit `d`: whether money was carried into or out of it, which keeps it. */
const isCarried = sql`d.carried_amount + d.carried_in_amount > 0`

/**
 * For a deposit `d`: neither it nor its instrument has been changed since. The instrument is looked up by its key for
 * each deposit: in a join, without table statistics, all instruments of the import might be read for each.
 */
const isUntouched = sql`(d.updated_at = coalesce(d.imported_as, d.created_at) and not ${isCarried} and not ${hasNotes('d.id')} and coalesce((
  select i.import_id is distinct from d.import_id or ${isUntouchedPaper} from instruments i
  where i.tenant_id = d.tenant_id and i.id = d.instrument_id), true))`

/** Deletes some of an import's deposits after `after` that nobody has changed since, with their settlements. */
async function removeDeposits(db: Db, id: string, after: string): Promise<Removed> {
  const removed = await sql<{ id: string }>`with removed as (
    update security_deposits set deleted_at = now() where id = any (array(
      select d.id from security_deposits d where d.import_id = ${id} and d.id > ${after} and d.deleted_at is null
        and ${isUntouched} order by d.id limit ${undoBatch} for update skip locked)) returning id
  ) select id from removed order by id`.execute(db)
  return { last: removed.rows.at(-1)?.id, rows: removed.rows.length }
}

const isUsed = sql`(exists (select from security_deposits d where d.tenant_id = i.tenant_id and d.instrument_id = i.id
    and d.deleted_at is null)
  or exists (select from instrument_liens l where l.tenant_id = i.tenant_id and l.receipt_id = i.id and l.deleted_at is null))`

/** Deletes some of an import's instruments that have no deposit left; guarantees with the liens that secure them. */
async function removePapers(db: Db, id: string, after: string): Promise<Removed> {
  const { rows } = await sql<{
    id: string
    row: number | null
  }>`select i.id, i.import_row as row from instruments i where i.import_id = ${id} and i.id > ${after}
      and i.deleted_at is null and ${isUntouchedPaper} and not ${isUsed} order by i.id limit ${undoBatch}
    for update skip locked`.execute(db)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return { last: undefined, rows: 0 }
  await sql`update instrument_liens set deleted_at = now() where guarantee_id = any(${ids}::uuid[]) and deleted_at is null`.execute(
    db,
  )
  await sql`update instruments set deleted_at = now() where id = any(${ids}::uuid[])`.execute(db)
  // The rows of an instrument with deposits count as rows of the deposits.
  return { last: ids.at(-1), rows: rows.filter(({ row }) => row !== null).length }
}

interface Kept {
  id: string
  contractId: string | null
  refId: string
  reason: string
}

/** The deposits of an import that still exist, and instruments without a deposit, each with its reason. */
async function keptOf(db: Db, id: string): Promise<Kept[]> {
  const { rows } =
    await sql<Kept>`select d.id, d.contract_id as "contractId", d.deposit_type || ' ' || d.instrument_no as "refId",
      case when ${isCarried} then 'Money was carried into or out of it.'
        when d.updated_at <> coalesce(d.imported_as, d.created_at) then 'It was changed since.'
        when ${hasNotes('d.id')} then 'It has notes.' else 'Its instrument was changed since.' end as reason
    from security_deposits d where d.import_id = ${id} and d.deleted_at is null
    union all
    select i.id, null, coalesce(i.number, i.kind), case
      when exists (select from security_deposits d where d.instrument_id = i.id and d.deleted_at is null)
        then 'It stands behind deposits that were entered since.'
      when exists (select from instrument_liens l where l.receipt_id = i.id and l.deleted_at is null) then 'It secures a guarantee.'
      when ${hasNotes('i.id')} then 'It has notes.'
      else 'It was changed since.' end
    from instruments i where i.import_id = ${id} and i.deleted_at is null and not exists (select from security_deposits d
      where d.instrument_id = i.id and d.import_id = i.import_id and d.deleted_at is null)
    order by 1`.execute(db)
  return rows
}

/** Receipts that secured guarantees of the same import are deleted after those, hence the second pass. */
const steps = [removeDeposits, removePapers, removePapers] as const

/**
 * Deletes the deposits of an import with their settlements, instruments and liens; records changed or in use since
 * stay. Throws 404 and 409.
 */
export async function undo(context: StagedContext, id: string) {
  return undoIn(context, 'DEPOSITS', id, { steps, keptOf })
}
