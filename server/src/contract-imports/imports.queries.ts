import type { uploadContracts } from '@plinth/api/contract-imports'
import { contractFields } from '@plinth/api/contracts'
import { type CellFault, type ContractImport, type ImportFailure, importLimits } from '@plinth/api/import-results'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { type RawBuilder, sql } from 'kysely'
import { spelling } from '../contracts/contracts.rules.ts'
import { attempt } from '../kernel/attempt.ts'
import { AppError, conflict, notFound } from '../kernel/errors.ts'
import { nameable } from '../kernel/file-names.ts'
import type { StagedContext } from '../kernel/route.ts'
import { columnName } from '../kernel/row-writer.ts'
import { reasonOf, rowFault, storable } from '../kernel/sheet-columns.ts'
import { noteBook } from '../kernel/sheet-rows.ts'
import { openSent, type SentFile } from '../kernel/sheets.ts'
import { type Db } from '../kernel/tenancy.ts'
import { contractSheet } from './contract-sheet.rules.ts'
import { type Facts, faultOf, type JudgedRow } from './rows.rules.ts'

const rules = new URL('./rows.rules.ts', import.meta.url)

const listedImports = 20

const nameOf = (person: RawBuilder<unknown>) => sql`(select u.username from users u where u.id = ${person})`

const selected = sql`i.id, i.file_name as "fileName", i.is_dry_run as "isDryRun", i.rows_expected as "rowsExpected",
  i.rows_read as "rowsRead", i.created, i.failed, i.ignored_columns as "ignoredColumns", i.fault,
  case when i.state = 'RUNNING' and i.seen_at < clock_timestamp() - interval '60 seconds' then 'INTERRUPTED'
    else i.state end as state,
  i.started_at as "startedAt", ${nameOf(sql`i.started_by`)} as "startedByName", i.finished_at as "finishedAt",
  i.undone_at as "undoneAt", ${nameOf(sql`i.undone_by`)} as "undoneByName"`

/** The last imports and checks, newest first. */
export async function list(db: Db): Promise<ContractImport[]> {
  const found = await sql<ContractImport>`select ${selected} from contract_imports i
    order by i.id desc limit ${listedImports}`.execute(db)
  return found.rows
}

/** Throws 404. */
export async function get(db: Db, id: string): Promise<ContractImport> {
  const found = await sql<ContractImport>`select ${selected} from contract_imports i where i.id = ${id}`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  return row
}

interface Begun extends Facts {
  fileName: string
  isDryRun: boolean
  rows: number
}

async function begin(db: Db, { fileName, isDryRun, rows, headings, ignored }: Begun): Promise<string> {
  const { id } = await db
    .insertInto('contract_imports')
    .values({
      file_name: nameable(fileName),
      is_dry_run: isDryRun,
      rows_expected: rows,
      headings,
      ignored_columns: ignored,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from contract_import_failures where import_id not in
    (select id from contract_imports order by id desc limit ${importLimits.keptFailures})`.execute(db)
  return id
}

async function end(db: Db, id: string, state: ContractImport['state'], fault: string | null): Promise<ContractImport> {
  const at = sql<string>`clock_timestamp()`
  await db
    .updateTable('contract_imports')
    .set({ state, fault, seen_at: at, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
  return get(db, id)
}

const counted = (count: number) =>
  `${count === 0 ? 'No' : count.toLocaleString('en-IN')} ${count === 1 ? 'row' : 'rows'}`

/** What is said when it is over. */
function messageOf({ isDryRun, created, failed }: ContractImport, sheet: string | null): string {
  const contracts = `${created === 0 ? 'No' : created.toLocaleString('en-IN')} ${created === 1 ? 'contract' : 'contracts'}`
  const good = isDryRun
    ? `${counted(created)} can be stored.`
    : `${contracts} ${created === 1 ? 'was' : 'were'} stored.`
  const bad = isDryRun ? `${counted(failed)} cannot.` : `${counted(failed)} ${failed === 1 ? 'was' : 'were'} not.`
  return [good, failed > 0 && bad, sheet && `The sheet "${sheet}" was read.`].filter(Boolean).join(' ')
}

const listedFailure = ({ row, refId, faults }: JudgedRow): ImportFailure => ({
  row,
  refId,
  reason: reasonOf(faults),
  faults,
})

/**
 * Stores the good rows of a file, batch by batch, and answers the others; a dry run only judges. The file is known to be
 * sound before the first row is stored. What ends it half-way leaves whole batches and says so in the list of imports.
 * Throws 400, 413 and 415 for a file that cannot be read.
 */
export async function upload(
  { stage, settle }: StagedContext,
  file: SentFile,
  isDryRun: boolean,
): Promise<Answer<typeof uploadContracts>> {
  const sheet = await openSent<Facts, JudgedRow>(file, rules, importLimits.rows)
  try {
    const { facts, rows } = sheet
    const id = await stage((db) => begin(db, { ...facts, fileName: file.name, isDryRun, rows }))
    const failures: ImportFailure[] = []
    const notes = noteBook(contractSheet, facts)
    try {
      for await (const batch of sheet.batches()) {
        const failed = await stage((db) => storeBatch(db, { id, isDryRun, names: facts.names }, batch))
        const missing = new Set(failed.map(({ row }) => row))
        for (const { row, notes: found } of batch) if (!missing.has(row)) notes.add(row, found)
        failures.push(...failed.slice(0, importLimits.listedFailures - failures.length).map(listedFailure))
      }
    } catch (error) {
      const fault = error instanceof AppError ? error.message : 'Something went wrong on our side.'
      await settle((db) => end(db, id, 'FAILED', fault)).catch(() => {})
      throw error
    }
    const ended = await settle((db) => end(db, id, isDryRun ? 'CHECKED' : 'DONE', null))
    return { message: messageOf(ended, sheet.sheet), failures, notes: notes.all(), import: ended }
  } finally {
    await sheet.close()
  }
}

export interface FailedRow {
  cells: string[]
  faults: CellFault[]
}

/** The rows of an import that were not stored, as they came, under its headings. Throws 404. */
export async function failuresOf(db: Db, id: string): Promise<{ headings: string[]; rows: FailedRow[] }> {
  const found = await db.selectFrom('contract_imports').select('headings').where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  const failures = await db
    .selectFrom('contract_import_failures')
    .select(['cells', 'faults'])
    .where('import_id', '=', id)
    .orderBy('row_no')
    .$narrowType<FailedRow>()
    .execute()
  return { headings: found.headings, rows: failures }
}

const undoBatch = 500
const untouched = sql`c.deleted_at is null and c.updated_at = c.created_at
  and not exists (select from security_deposits d where d.contract_id = c.id and d.deleted_at is null)
  and not exists (select from projects p where p.contract_id = c.id and p.deleted_at is null)
  and not exists (select from documents d where d.contract_id = c.id and d.deleted_at is null)`

/**
 * Deletes some of an import's contracts behind `after` that nobody has touched since; answers their ids in order. They are
 * chosen once, as an array: joined, they could be chosen anew for every contract where nobody has counted how many there are.
 */
async function removeSome(db: Db, id: string, after: string): Promise<string[]> {
  const removed = await sql<{ id: string }>`with removed as (
    update contracts set deleted_at = now() where id = any (array(
      select c.id from contracts c where c.import_id = ${id} and c.id > ${after} and ${untouched}
      order by c.id limit ${undoBatch} for update skip locked)) returning id
  ) select id from removed order by id`.execute(db)
  return removed.rows.map((row) => row.id)
}

const beforeEveryId = '00000000-0000-0000-0000-000000000000'

/** A company's own import that can be undone. Throws 404, and 409 when there is nothing to undo. */
async function undoable(db: Db, id: string): Promise<void> {
  const { state } = await get(db, id)
  if (state === 'UNDONE') throw conflict('This upload was undone before.')
  if (state === 'CHECKED') throw conflict('This was a check: it stored nothing.')
  if (state === 'RUNNING') throw conflict('This upload is still under way.')
}

interface KeptContract {
  id: string
  refId: string
  reason: string
}

async function finishUndo(db: Db, id: string): Promise<KeptContract[]> {
  const marked = await sql`update contract_imports set state = 'UNDONE', undone_at = clock_timestamp(),
    undone_by = app.user_id(), finished_at = coalesce(finished_at, clock_timestamp())
    where id = ${id} and state <> 'UNDONE' returning id`.execute(db)
  if (marked.rows.length === 0) throw conflict('This upload was undone before.')
  const kept =
    await sql<KeptContract>`select c.id, coalesce(nullif(c.bid_id, ''), nullif(c.reference_no, ''), c.contract_name) as "refId",
    case when exists (select from security_deposits d where d.contract_id = c.id and d.deleted_at is null)
      then 'It has security deposits.'
    when exists (select from projects p where p.contract_id = c.id and p.deleted_at is null) then 'It has a project.'
    when exists (select from documents d where d.contract_id = c.id and d.deleted_at is null) then 'It has documents.'
    else 'It was changed since.' end as reason
    from contracts c where c.import_id = ${id} and c.deleted_at is null order by c.created_at, c.id`.execute(db)
  return kept.rows
}

/** Deletes the contracts of an import; those that were changed or are in use since stay. Throws 404 and 409. */
export async function undo({ stage }: StagedContext, id: string) {
  await stage((db) => undoable(db, id))
  let removed = 0
  for (let last: string | undefined = beforeEveryId; last; ) {
    const after: string = last
    const gone = await stage((db) => removeSome(db, id, after))
    removed += gone.length
    last = gone.at(-1)
  }
  return stage(async (db) => ({ kept: await finishUndo(db, id), removed, import: await get(db, id) }))
}

const columns = sql.join(Object.keys(contractFields).map((name) => sql.id(columnName(name, spelling))))

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
  const found = await Promise.all([
    sql<{ key: string }>`select bid_id as key from contracts
      where deleted_at is null and bid_id <> '' and bid_id = any(${bidIds}::text[])`.execute(db),
    sql<{ key: string }>`select encode(import_fingerprint, 'hex') as key from contracts
      where deleted_at is null and import_fingerprint is not null
      and import_fingerprint = any(${prints}::bytea[])`.execute(db),
  ])
  const [bidKeys, twinKeys] = found.map((keys) => new Set(keys.rows.map(({ key }) => key)))
  return ({ bidId, fingerprint }: JudgedRow, names: Facts['names']): CellFault[] => {
    if (bidId && bidKeys?.has(bidId)) return [faultOf('bidId', names, bidId, 'is already used by another contract')]
    return fingerprint && twinKeys?.has(fingerprint) ? [rowFault('The same row was uploaded before')] : []
  }
}

const withFaults = (row: JudgedRow, faults: readonly CellFault[]): JudgedRow =>
  faults.length > 0 ? { ...row, faults: [...row.faults, ...faults], stored: undefined } : row

/** The rows with what keeps them out of the table; with these other faults where that is nothing. */
async function explained(db: Db, { names }: Run, rows: readonly JudgedRow[], otherwise: CellFault[] = []) {
  if (rows.length === 0) return []
  const faultsOf = await storedBefore(db, rows)
  return rows.map((row) => {
    const faults = faultsOf(row, names)
    return withFaults(row, faults.length > 0 ? faults : otherwise)
  })
}

/** Stores rows in their order; answers the numbers of those that went in. A key that is taken keeps a row out. */
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
  const taken = [rowFault('Somebody entered this contract at the same moment')]
  return [...left, ...(await explained(db, run, missing, taken))]
}

/**
 * Stores the good rows of a batch and keeps the others with their reasons, all in this transaction; answers the others
 * in the order of the sheet. A dry run stores no contract.
 */
async function storeBatch(db: Db, run: Run, batch: readonly JudgedRow[]): Promise<JudgedRow[]> {
  // The table itself finds which of the good rows it has already.
  const goesIn = (row: JudgedRow) => !run.isDryRun && isGood(row)
  const good = batch.filter(goesIn)
  const others = batch.filter((row) => !goesIn(row))
  const judged = await explained(db, run, others)
  const refused = good.length === 0 ? [] : await insertGood(db, run, good)
  const failed = [...judged.filter((row) => !isGood(row)), ...refused].toSorted((one, other) => one.row - other.row)
  const kept = failed.map(({ row, refId, cells, faults }) => {
    const typed: string[] = JSON.parse(cells)
    return { row_no: row, ref_id: refId, cells: typed.map(storable), faults }
  })
  if (kept.length > 0)
    await sql`insert into contract_import_failures (import_id, row_no, ref_id, cells, faults)
      select ${run.id}::uuid, f.* from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
        as f(row_no int, ref_id text, cells text[], faults jsonb)`.execute(db)
  await sql`update contract_imports set rows_read = rows_read + ${batch.length},
    created = created + ${batch.length - failed.length}, failed = failed + ${failed.length},
    seen_at = clock_timestamp() where id = ${run.id}`.execute(db)
  return failed
}
