import { type Message } from '@plinth/api/kernel/messages'
import {
  type CellFault,
  type ContractImport,
  type ImportTarget,
  importLimits,
} from '@plinth/api/platform/import-results'
import { type RawBuilder, sql } from 'kysely'
import { type Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { nameable } from '../../kernel/files/file-names.ts'
import { storable } from '../../kernel/sheets/sheet-columns.ts'

const listedImports = 20

const nameOf = (person: RawBuilder<unknown>) => sql`(select u.username from users u where u.id = ${person})`

const selected = sql`i.id, i.file_name as "fileName", i.is_dry_run as "isDryRun", i.rows_expected as "rowsExpected",
  i.rows_read as "rowsRead", i.created, i.failed, i.ignored_columns as "ignoredColumns", i.fault,
  i.fault_parts as "faultParts",
  case when i.state = 'RUNNING' and i.seen_at < clock_timestamp() - interval '60 seconds' then 'INTERRUPTED'
    else i.state end as state,
  i.started_at as "startedAt", ${nameOf(sql`i.started_by`)} as "startedByName", i.finished_at as "finishedAt",
  i.undone_at as "undoneAt", ${nameOf(sql`i.undone_by`)} as "undoneByName"`

/** The latest imports and checks of this kind, newest first. */
export async function list(db: Db, target: ImportTarget): Promise<ContractImport[]> {
  const found = await sql<ContractImport>`select ${selected} from contract_imports i where i.target = ${target}
    order by i.id desc limit ${listedImports}`.execute(db)
  return found.rows
}

/** Throws 404 when there is no such import of this kind. */
export async function get(db: Db, target: ImportTarget, id: string): Promise<ContractImport> {
  const found = await sql<ContractImport>`select ${selected} from contract_imports i
    where i.id = ${id} and i.target = ${target}`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  return row
}

interface Begun {
  target: ImportTarget
  fileName: string
  headings: string[]
  ignored: string[]
  isDryRun: boolean
  rows: number
}

/**
 * Records an import before its first row is stored, and deletes the rejected rows of the oldest imports of its kind.
 */
export async function begin(db: Db, { target, fileName, isDryRun, rows, headings, ignored }: Begun): Promise<string> {
  const added = await sql<{ id: string }>`
    insert into contract_imports (target, file_name, is_dry_run, rows_expected, headings, ignored_columns)
    values (${target}, ${nameable(fileName)}, ${isDryRun}, ${rows}, ${headings}, ${ignored}) returning id`.execute(db)
  const [begun] = added.rows
  if (!begun) throw new Error('an import was not recorded')
  await sql`delete from contract_import_failures where import_id in
    (select id from contract_imports where target = ${target} order by id desc offset ${importLimits.keptFailures})`.execute(
    db,
  )
  return begun.id
}

/** Records how a running import has ended. */
export async function end(
  db: Db,
  target: ImportTarget,
  id: string,
  { state, fault = null }: { state: ContractImport['state']; fault?: Message | null },
): Promise<ContractImport> {
  await sql`update contract_imports set state = ${state}, fault = ${fault?.message ?? null},
      fault_parts = ${fault?.parts ?? null}, seen_at = clock_timestamp(), finished_at = clock_timestamp()
    where id = ${id} and state = 'RUNNING'`.execute(db)
  return get(db, target, id)
}

/** A validated row of a sheet. */
export interface ImportRow {
  row: number
  refId: string
  /** The row as it came, in the order of the headings, as JSON: hardly any row is read again. */
  cells: string
  faults: CellFault[]
}

/** Records the result of a batch: the progress of the import, and the rejected rows with their reasons. */
export async function recordBatch(db: Db, id: string, rows: readonly ImportRow[], failed: readonly ImportRow[]) {
  const stored = failed.map(({ row, refId, cells, faults }) => {
    const typed: string[] = JSON.parse(cells)
    return { row_no: row, ref_id: refId, cells: typed.map(storable), faults }
  })
  if (stored.length > 0)
    await sql`insert into contract_import_failures (import_id, row_no, ref_id, cells, faults)
      select ${id}::uuid, f.* from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb)
        as f(row_no int, ref_id text, cells text[], faults jsonb)`.execute(db)
  await sql`update contract_imports set rows_read = rows_read + ${rows.length},
    created = created + ${rows.length - failed.length}, failed = failed + ${failed.length},
    seen_at = clock_timestamp() where id = ${id}`.execute(db)
}

export interface FailedRow {
  cells: string[]
  faults: CellFault[]
}

/** The rejected rows of an import as they came, with its headings. Throws 404. */
export async function failuresOf(
  db: Db,
  target: ImportTarget,
  id: string,
): Promise<{ headings: string[]; rows: FailedRow[] }> {
  const found = await sql<{ headings: string[] }>`
    select headings from contract_imports where id = ${id} and target = ${target}`.execute(db)
  const [sheet] = found.rows
  if (!sheet) throw notFound()
  const failures = await sql<FailedRow>`
    select cells, faults from contract_import_failures where import_id = ${id} order by row_no`.execute(db)
  return { headings: sheet.headings, rows: failures.rows }
}
