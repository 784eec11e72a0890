import type { uploadContracts } from '@plinth/api/contract-imports'
import { type CellFault, type ContractImport, type ImportFailure, importLimits } from '@plinth/api/import-results'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { type RawBuilder, sql } from 'kysely'
import type { StagedContext } from '../kernel/call-contexts.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import { nameable } from '../kernel/file-names.ts'
import { reasonOf } from '../kernel/sheet-columns.ts'
import { noteBook } from '../kernel/sheet-rows.ts'
import { openSent, type SentFile } from '../kernel/sheets.ts'
import { type Db } from '../kernel/tenancy.ts'
import { byCount, outcomeOf } from '../kernel/upload-outcomes.ts'
import { contractSheet } from './contract-sheet.rules.ts'
import { storeBatch } from './row-storing.queries.ts'
import { type Facts, type JudgedRow } from './rows.rules.ts'

const rules = new URL('./rows.rules.ts', import.meta.url)

const listedImports = 20

const nameOf = (person: RawBuilder<unknown>) => sql`(select u.username from users u where u.id = ${person})`

const selected = sql`i.id, i.file_name as "fileName", i.is_dry_run as "isDryRun", i.rows_expected as "rowsExpected",
  i.rows_read as "rowsRead", i.created, i.failed, i.ignored_columns as "ignoredColumns", i.fault,
  i.fault_parts as "faultParts",
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

export async function end(
  db: Db,
  id: string,
  state: ContractImport['state'],
  fault: Message | null,
): Promise<ContractImport> {
  const at = sql<string>`clock_timestamp()`
  await db
    .updateTable('contract_imports')
    .set({ state, fault: fault?.message, fault_parts: fault?.parts, seen_at: at, finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .execute()
  return get(db, id)
}

const stored = {
  none: 'No contracts were stored.',
  one: '{count} contract was stored.',
  many: '{count} contracts were stored.',
}
const storable = {
  none: 'No rows can be stored.',
  one: '{count} row can be stored.',
  many: '{count} rows can be stored.',
}
const notStored = { one: '{count} row was not.', many: '{count} rows were not.' }
const notStorable = { one: '{count} row cannot.', many: '{count} rows cannot.' }

/** What is said when it is over. */
const sentencesOf = ({ isDryRun, created, failed }: ContractImport) => [
  byCount(created, isDryRun ? storable : stored),
  failed > 0 && byCount(failed, isDryRun ? notStorable : notStored),
]

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
      const fault = error instanceof AppError ? error.said : messageOf('Something went wrong on our side.')
      await settle((db) => end(db, id, 'FAILED', fault)).catch(() => {})
      throw error
    }
    const ended = await settle((db) => end(db, id, isDryRun ? 'CHECKED' : 'DONE', null))
    return { ...outcomeOf(sentencesOf(ended), sheet.sheet), failures, notes: notes.all(), import: ended }
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
