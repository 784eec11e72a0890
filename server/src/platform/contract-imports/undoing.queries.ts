import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { type Removed, undoBatch, undoIn } from './import-undoing.queries.ts'

const untouched = sql`c.deleted_at is null and c.updated_at = c.created_at
  and not exists (select from security_deposits d where d.contract_id = c.id and d.deleted_at is null)
  and not exists (select from deposit_exemptions e where e.contract_id = c.id and e.deleted_at is null)
  and not exists (select from projects p where p.contract_id = c.id and p.deleted_at is null)
  and not exists (select from documents d where d.contract_id = c.id and d.deleted_at is null)
  and not exists (select from notes n where n.record_id = c.id and n.deleted_at is null)`

/**
 * Deletes some of an import's contracts after `after` that nobody has changed since. Their ids are selected once, as an
 * array: in a join, without table statistics, they might be selected again for every contract.
 */
async function removeSome(db: Db, id: string, after: string): Promise<Removed> {
  const removed = await sql<{ id: string }>`with removed as (
    update contracts set deleted_at = now() where id = any (array(
      select c.id from contracts c where c.import_id = ${id} and c.id > ${after} and ${untouched}
      order by c.id limit ${undoBatch} for update skip locked)) returning id
  ) select id from removed order by id`.execute(db)
  return { last: removed.rows.at(-1)?.id, rows: removed.rows.length }
}

interface KeptContract {
  id: string
  refId: string
  reason: string
}

/** The contracts of an import that still exist, each with its reason. */
async function keptOf(db: Db, id: string): Promise<KeptContract[]> {
  const contracts =
    await sql<KeptContract>`select c.id, coalesce(nullif(c.bid_id, ''), nullif(c.reference_no, ''), c.contract_name) as "refId",
    case when exists (select from security_deposits d where d.contract_id = c.id and d.deleted_at is null)
      then 'It has security deposits.'
    when exists (select from deposit_exemptions e where e.contract_id = c.id and e.deleted_at is null) then 'It has exemptions.'
    when exists (select from projects p where p.contract_id = c.id and p.deleted_at is null) then 'It has a project.'
    when exists (select from documents d where d.contract_id = c.id and d.deleted_at is null) then 'It has documents.'
    when exists (select from notes n where n.record_id = c.id and n.deleted_at is null) then 'It has notes.'
    else 'It was changed since.' end as reason
    from contracts c where c.import_id = ${id} and c.deleted_at is null order by c.created_at, c.id`.execute(db)
  return contracts.rows
}

/** Deletes the contracts of an import; contracts changed or in use since stay. Throws 404 and 409. */
export const undo = (context: StagedContext, id: string) =>
  undoIn(context, 'CONTRACTS', id, { steps: [removeSome], keptOf })
