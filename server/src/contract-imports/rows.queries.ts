import type { CellFault } from '@plinth/api/contract-imports'
import { contractFields } from '@plinth/api/contracts'
import { sql } from 'kysely'
import { spelling } from '../contracts/contracts.queries.ts'
import { AppError } from '../kernel/errors.ts'
import { shapeOf } from '../kernel/record-shape.ts'
import { rowFault } from '../kernel/sheet-columns.ts'
import { attempt, type Db } from '../kernel/tenancy.ts'
import { type Facts, faultOf, type JudgedRow } from './rows.rules.ts'

const { columnName } = shapeOf({ table: 'contracts', fields: Object.keys(contractFields), spelling })
const columns = sql.join(Object.keys(contractFields).map((name) => sql.id(columnName(name))))

export interface Run {
  id: string
  isDryRun: boolean
  names: Facts['names']
}

const isGood = (row: JudgedRow) => row.faults.length === 0

/** Which of the rows are there already, by their bid ID or as the same row sent before. */
async function storedBefore(db: Db, rows: readonly JudgedRow[]) {
  const bidIds = rows.flatMap(({ bidId }) => bidId ?? [])
  const prints = rows.flatMap(({ fingerprint }) => (fingerprint ? [`\\x${fingerprint}`] : []))
  const bids = await sql<{ key: string }>`select bid_id as key from contracts
    where deleted_at is null and bid_id <> '' and bid_id = any(${bidIds}::text[])`.execute(db)
  const twins = await sql<{ key: string }>`select encode(import_fingerprint, 'hex') as key from contracts
    where deleted_at is null and import_fingerprint is not null
    and import_fingerprint = any(${prints}::bytea[])`.execute(db)
  const [bidKeys, twinKeys] = [bids, twins].map((found) => new Set(found.rows.map(({ key }) => key)))
  return ({ bidId, fingerprint }: JudgedRow, names: Facts['names']): CellFault[] => {
    if (bidId && bidKeys?.has(bidId)) return [faultOf('bidId', names, bidId, 'is already used by another contract')]
    return fingerprint && twinKeys?.has(fingerprint) ? [rowFault('The same row was uploaded before')] : []
  }
}

const withFaults = (row: JudgedRow, faults: readonly CellFault[]): JudgedRow =>
  faults.length > 0 ? { ...row, faults: [...row.faults, ...faults], values: undefined } : row

const columnsOf = ({ values, fingerprint }: JudgedRow) => ({
  ...Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [columnName(name), value])),
  ...(fingerprint && { import_fingerprint: `\\x${fingerprint}` }),
})

/** Stores rows in their order; answers the numbers of those that went in. A key that is taken keeps a row out. */
async function insertRows(db: Db, id: string, rows: readonly JudgedRow[]): Promise<Set<number>> {
  const stored = await sql<{ at: number }>`with given as materialized (
      select uuidv7() as new_id, r.* from jsonb_populate_recordset(null::contracts, ${JSON.stringify(rows.map(columnsOf))}::jsonb)
        with ordinality as r
    ), stored as (
      insert into contracts (id, import_id, import_fingerprint, ${columns})
      select new_id, ${id}::uuid, import_fingerprint, ${columns} from given order by ordinality
      on conflict do nothing returning id
    ) select ordinality as at from given where new_id in (select id from stored)`.execute(db)
  return new Set(stored.rows.flatMap(({ at }) => rows[at - 1]?.row ?? []))
}

/** Stores the good rows; answers those that did not go in, each with its reason. */
async function insertGood(db: Db, run: Run, good: readonly JudgedRow[]): Promise<JudgedRow[]> {
  const together = await attempt(db, () => insertRows(db, run.id, good))
  const left: JudgedRow[] = []
  const missing: JudgedRow[] = []
  if (together instanceof AppError) {
    // One row the database refuses must not keep the others out.
    for (const row of good) {
      const alone = await attempt(db, () => insertRows(db, run.id, [row]))
      if (alone instanceof AppError) left.push(withFaults(row, [rowFault(alone.message)]))
      else if (alone.size === 0) missing.push(row)
    }
  } else missing.push(...good.filter(({ row }) => !together.has(row)))
  if (missing.length === 0) return left
  const faultsOf = await storedBefore(db, missing)
  const taken = [rowFault('Somebody entered this contract at the same moment')]
  const explained = missing.map((row) => {
    const faults = faultsOf(row, run.names)
    return withFaults(row, faults.length > 0 ? faults : taken)
  })
  return [...left, ...explained]
}

/**
 * Stores the good rows of a batch and keeps the others with their reasons, all in this transaction; answers the others
 * in the order of the sheet. A dry run stores no contract.
 */
export async function storeBatch(db: Db, run: Run, batch: readonly JudgedRow[]): Promise<JudgedRow[]> {
  const faultsOf = await storedBefore(db, batch)
  const judged = batch.map((row) => withFaults(row, faultsOf(row, run.names)))
  const good = judged.filter(isGood)
  const refused = run.isDryRun || good.length === 0 ? [] : await insertGood(db, run, good)
  const failed = [...judged.filter((row) => !isGood(row)), ...refused].toSorted((one, other) => one.row - other.row)
  const kept = failed.map(({ row, refId, cells, faults }) => ({ row_no: row, ref_id: refId, cells, faults }))
  if (kept.length > 0)
    await sql`insert into contract_import_failures (import_id, row_no, ref_id, cells, faults)
      select ${run.id}::uuid, f.* from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as f(row_no int, ref_id text, cells text[], faults jsonb)`.execute(db)
  await sql`update contract_imports set rows_read = rows_read + ${batch.length},
    created = created + ${batch.length - failed.length}, failed = failed + ${failed.length},
    seen_at = clock_timestamp() where id = ${run.id}`.execute(db)
  return failed
}
