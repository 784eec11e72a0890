import { messageOf } from '@plinth/api/kernel/messages'
import type { CellFault } from '@plinth/api/platform/import-results'
import { contractFields } from '@plinth/api/tenders/contracts'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { tryInsert } from '../../kernel/db/try-insert.ts'
import { AppError } from '../../kernel/errors.ts'
import { columnName } from '../../kernel/records/row-writer.ts'
import { rowFault } from '../../kernel/sheets/sheet-columns.ts'
import { spelling } from '../../tenders/contracts/contracts.rules.ts'
import { named } from '../../tenders/offices/offices.queries.ts'
import { type FieldName, withOffice } from './contract-sheet.rules.ts'
import { recordBatch } from './imports.queries.ts'
import { officeFinder } from './office-matching.rules.ts'
import { type Facts, faultOf, type JudgedRow } from './rows.rules.ts'
import type { Run } from './uploading.queries.ts'

const columns = sql.join(Object.keys(contractFields).map((name) => sql.id(columnName(name, spelling))))

const isGood = (row: JudgedRow) => row.faults.length === 0

/** Which of the rows are stored already: by their bid ID, or as an equal row sent before. */
async function findStored(db: Db, rows: readonly JudgedRow[]) {
  const bidIds = rows.flatMap(({ bidId }) => bidId ?? [])
  const prints = rows.flatMap(({ fingerprint }) => (fingerprint ? [`\\x${fingerprint}`] : []))
  const found = await Promise.all([
    sql<{ key: string }>`select bid_id as key from contracts
      where deleted_at is null and bid_id <> '' and bid_id = any(${bidIds}::text[])`.execute(db),
    sql<{ key: string }>`select encode(import_fingerprint, 'hex') as key from contracts
      where deleted_at is null and import_fingerprint is not null
      and import_fingerprint = any(${prints}::bytea[])`.execute(db),
  ])
  const [bidKeys, twinKeys] = found.map((keys) => new Set(keys.rows.map(({ key }) => key)))
  return ({ bidId, fingerprint }: JudgedRow, names: Facts['names']): CellFault[] => {
    if (bidId && bidKeys?.has(bidId))
      return [faultOf('bidId', names, bidId, messageOf('is already used by another contract'))]
    return fingerprint && twinKeys?.has(fingerprint) ? [rowFault(messageOf('The same row was uploaded before'))] : []
  }
}

const withFaults = (row: JudgedRow, faults: readonly CellFault[]): JudgedRow =>
  faults.length > 0 ? { ...row, faults: [...row.faults, ...faults], stored: undefined } : row

/** The rows with the offices they name; a row that names an unknown office gets a fault. */
async function withOffices(
  db: Db,
  { names }: Run<FieldName>,
  rows: readonly JudgedRow[],
): Promise<readonly JudgedRow[]> {
  if (!rows.some(({ office }) => office)) return rows
  const find = officeFinder(await named(db))
  return rows.map((row) => {
    const found = row.office && find(row.office)
    if (!row.office || !found) return row
    if ('id' in found) return { ...row, stored: row.stored && withOffice(row.stored, found.id) }
    const [field, said] = found.fault
    return withFaults(row, [faultOf(field, names, row.office[field] ?? '', said)])
  })
}

/** The rows with the reasons why they were not stored; `otherwise` when no other reason is found. */
async function withReasons(db: Db, { names }: Run<FieldName>, rows: readonly JudgedRow[], otherwise: CellFault[] = []) {
  if (rows.length === 0) return []
  const faultsOf = await findStored(db, rows)
  return rows.map((row) => {
    const faults = faultsOf(row, names)
    return withFaults(row, faults.length > 0 ? faults : otherwise)
  })
}

/** Stores rows in their order; returns the numbers of the stored ones. A row whose key is taken is not stored. */
async function insertRows(db: Db, id: string, rows: readonly JudgedRow[]): Promise<Set<number>> {
  const stored = await sql<{ at: number }>`with given as materialized (
      select uuidv7() as new_id, r.* from jsonb_populate_recordset(null::contracts, ${`[${rows.map(({ stored }) => stored)}]`}::jsonb)
        with ordinality as r
    ), stored as (
      insert into contracts (id, import_id, import_fingerprint, ${columns})
      select new_id, ${id}::uuid, import_fingerprint, ${columns} from given order by ordinality
      on conflict do nothing returning id
    ) select ordinality as at from given where new_id in (select id from stored)`.execute(db)
  return new Set(stored.rows.flatMap(({ at }) => rows[at - 1]?.row ?? []))
}

/** Stores the good rows; returns the rejected ones, each with its reason. */
async function insertGood(db: Db, run: Run<FieldName>, good: readonly JudgedRow[]): Promise<JudgedRow[]> {
  const together = await tryInsert(db, () => insertRows(db, run.id, good))
  const left: JudgedRow[] = []
  const missing: JudgedRow[] = []
  if (together instanceof AppError) {
    // One row that the database rejects must not keep the others out.
    for (const row of good) {
      const attempted = await tryInsert(db, () => insertRows(db, run.id, [row]))
      if (attempted instanceof AppError) left.push(withFaults(row, [rowFault(attempted.sentence)]))
      else if (attempted.size === 0) missing.push(row)
    }
  } else missing.push(...good.filter(({ row }) => !together.has(row)))
  const takenMeanwhile = [rowFault(messageOf('Somebody entered this contract at the same moment'))]
  return [...left, ...(await withReasons(db, run, missing, takenMeanwhile))]
}

/**
 * Stores the good rows of a batch and records the rejected ones with their reasons, in this transaction; returns the
 * rejected ones in the order of the sheet. A dry run stores no contract.
 */
export async function storeBatch(db: Db, run: Run<FieldName>, rows: readonly JudgedRow[]): Promise<JudgedRow[]> {
  const batch = await withOffices(db, run, rows)
  // The table itself finds which of the good rows it has already.
  const goesIn = (row: JudgedRow) => !run.isDryRun && isGood(row)
  const good = batch.filter(goesIn)
  const others = batch.filter((row) => !goesIn(row))
  const rejected = await withReasons(db, run, others)
  const refused = good.length === 0 ? [] : await insertGood(db, run, good)
  const failed = [...rejected.filter((row) => !isGood(row)), ...refused].toSorted((one, other) => one.row - other.row)
  await recordBatch(db, run.id, batch, failed)
  return failed
}
