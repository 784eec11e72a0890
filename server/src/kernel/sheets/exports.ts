import { setImmediate } from 'node:timers/promises'
import { inWords } from '@plinth/api/kernel/code-words'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type ExportFormat, maxExportRows, sheetTypes } from '@plinth/api/kernel/exports'
import { defaultTimeZone } from '@plinth/api/kernel/fields'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import { messageOf } from '@plinth/api/kernel/messages'
import { stringify } from 'csv-stringify/sync'
import type { ColumnDef } from 'hucre/xlsx'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '../db/tenancy.ts'
import { AppError } from '../errors.ts'
import { FileAnswer } from '../files/file-answers.ts'
import { rupeeFormat, rupeeFormatOf } from './rupee-formats.ts'
import { guarded } from './sheet-cells.ts'
import { cellText } from './sheet-xlsx.ts'

/** The name of an exported list in the audit trail; undefined for a call that exports no list. */
export const listOfExport = ({ path, allow, download }: Endpoint): string | undefined =>
  download && typeof allow !== 'string' && allow.can === 'canReport'
    ? path.split('/').at(-2)?.replaceAll('-', '_')
    : undefined

const batchSize = 1_000

const tooMany = (rows: number) =>
  new AppError(
    400,
    'too_many_rows',
    messageOf(
      '{rows} records meet the filters, and at most {max} can be exported at once. Please narrow the filters.',
      { rows: rows.toLocaleString('en-IN'), max: maxExportRows.toLocaleString('en-IN') },
    ),
  )

/** The `found` rows of a query in batches. Throws 400 when there are more than an export may have. */
export async function* batchesOf<Row>(db: Db, found: number, query: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  if (found > maxExportRows) throw tooMany(found)
  await sql`declare walk no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchSize)} from walk`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) break
  }
  await sql`close walk`.execute(db)
}

type Cell = string | number | Date | null

/** How a kind of field is written in a sheet. `xlsx` and `csv` get values that are not empty. */
interface Look {
  /** In characters. */
  width: number
  /** The number format of its cells. */
  format: string
  /** The number format of a single value, where it differs between values. */
  formatOf?: (value: number) => string
  xlsx: (value: unknown) => Cell
  csv: (value: unknown) => string | number
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const pairs = (value: unknown) =>
  Object.entries(value ?? {})
    .map(([name, item]) => `${name}: ${plain(item)}`)
    .join('; ')

const text = (width: number, toText: (value: unknown) => string): Look => ({
  width,
  format: '@',
  xlsx: (value) => cellText(toText(value)),
  csv: (value) => guarded(toText(value)),
})

const looks: Record<Exclude<Kind, 'moment'>, Look> = {
  text: text(28, plain),
  choice: text(22, (value) => inWords(String(value))),
  choices: text(28, (value) => [value].flat().map(String).map(inWords).join(', ')),
  pairs: text(40, pairs),
  boolean: text(10, (value) => (value ? 'Yes' : 'No')),
  active: text(10, (value) => (value ? 'Active' : 'Inactive')),
  money: {
    width: 22,
    format: rupeeFormat,
    formatOf: rupeeFormatOf,
    xlsx: Number,
    csv: (value) => Number(value).toFixed(2),
  },
  percent: { width: 12, format: '0.00##"%"', xlsx: Number, csv: Number },
  number: { width: 12, format: 'General', xlsx: Number, csv: Number },
  day: {
    width: 14,
    format: 'dd mmm yyyy',
    xlsx: (value) => new Date(`${String(value)}T00:00:00Z`),
    csv: String,
  },
}

/** A moment is written as the clock time of the zone. */
function looksIn(timeZone: string): Record<Kind, Look> {
  const { format: clock } = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const shown = (value: unknown) => clock(new Date(String(value)))
  return {
    ...looks,
    moment: {
      width: 20,
      format: 'dd mmm yyyy", "hh:mm',
      xlsx: (value) => new Date(`${shown(value).replace(' ', 'T')}Z`),
      csv: (value) => shown(value).slice(0, 16),
    },
  }
}

/** The exporting company; its time zone is used for moments, and for the day in the file name. */
export interface ExportingCompany {
  company: string
  timeZone: string
}

/** The company of the transaction, for exports. */
export async function companyOf(db: Db): Promise<ExportingCompany> {
  const found = await sql<ExportingCompany>`
    select app.tenant_id() as company, app.time_zone() as "timeZone"`.execute(db)
  return found.rows[0] ?? { company: '', timeZone: defaultTimeZone }
}

interface Shown {
  field: string
  label: string
  look: Look
}

/** How many cells are written before other work gets a turn. */
const cellsInATurn = 5_000
/** The most characters of a file, because it is built in memory. */
const maxLength = 100_000_000

const tooLong = () =>
  new AppError(400, 'too_large', 'The export would be larger than 100 MB. Narrow the filters or show fewer columns.')

/** The rows as lines of cells. Throws 400 when they are too large. */
async function* linesOf<C extends Cell>(
  rows: AsyncIterable<readonly Record<string, unknown>[]>,
  columns: readonly Shown[],
  cellOf: (look: Look, value: unknown) => C,
  empty: C,
): AsyncGenerator<C[][]> {
  const turn = Math.ceil(cellsInATurn / columns.length)
  let length = 0
  const measured = (cell: C) => {
    length += typeof cell === 'string' ? cell.length : 10
    return cell
  }
  for await (const batch of rows) {
    for (let at = 0; at < batch.length; at += turn) {
      const lines = batch.slice(at, at + turn).map((row) =>
        columns.map(({ field, look }) => {
          const value = row[field]
          return value === null || value === undefined || value === '' ? empty : measured(cellOf(look, value))
        }),
      )
      if (length > maxLength) throw tooLong()
      yield lines
      await setImmediate()
    }
  }
}

type Rows = AsyncIterable<readonly Record<string, unknown>[]>

/** Writes UTF-8 with a byte order mark, by which spreadsheets recognise it, and lines that end with CR LF. */
async function csvOf(rows: Rows, columns: readonly Shown[]): Promise<Buffer> {
  const encodeLines = (lines: (string | number)[][]) =>
    Buffer.from(stringify(lines, { record_delimiter: 'windows', quoted_match: /[\r\n]/ }))
  const parts = [Buffer.from('\uFEFF'), encodeLines([columns.map(({ label }) => guarded(label))])]
  for await (const lines of linesOf<string | number>(rows, columns, (look, value) => look.csv(value), ''))
    parts.push(encodeLines(lines))
  return Buffer.concat(parts)
}

async function xlsxOf(rows: Rows, columns: readonly Shown[], name: string): Promise<Buffer> {
  const sheet: ColumnDef[] = columns.map(({ label, look }) => ({
    header: cellText(label),
    width: Math.min(60, Math.max(look.width, label.length + 4)),
    style: { font: { bold: true } },
  }))
  async function* body() {
    // The library has styles for columns only. It asks for a row after it has written the one before, so the style is
    // changed between rows.
    for (const [at, { look }] of columns.entries()) sheet[at] = { ...sheet[at], style: { numFmt: look.format } }
    for await (const lines of linesOf<Cell>(rows, columns, (look, value) => look.xlsx(value), null))
      for (const line of lines) {
        for (const [at, format] of formatsOf(line)) sheet[at] = { ...sheet[at], style: { numFmt: format } }
        yield line
      }
  }
  function* formatsOf(line: Cell[]): Generator<[number, string]> {
    for (const [at, { look }] of columns.entries()) {
      const cell = line[at]
      if (look.formatOf && typeof cell === 'number') yield [at, look.formatOf(cell)]
    }
  }
  const parts: Uint8Array[] = []
  const { writeXlsxStream } = await import('hucre/xlsx')
  for await (const part of writeXlsxStream(body(), { name, columns: sheet, freezePane: { rows: 1 } })) parts.push(part)
  return Buffer.concat(parts)
}

/** The most exports at a time, of one company and in all, so that one company leaves places to others. */
const places = { ofCompany: 2, inAll: 4 }
/** The companies of the running exports, once for each export. */
const taken: string[] = []

interface Sheet<S extends z.core.$ZodShape> {
  /** The name of the sheet and of its file, which also carries the day. */
  name: string
  /** The schema of the rows, which decides how each cell is written. */
  entity: z.ZodMiniObject<S>
  columns: readonly { field: keyof S & string; label: string }[]
  format: ExportFormat
  by: ExportingCompany
}

/**
 * Writes rows as a sheet. XLSX: real numbers, days and moments, and plain texts. CSV: money in rupees with two
 * decimals, days as 2026-03-05, moments as 2026-03-05 14:30, and an apostrophe before a text that a spreadsheet would
 * take for a formula. Moments are in the company's time zone in both. Throws 400 when the sheet would be too large, 429
 * when too many exports of the company or of all companies run: each holds its transaction and its file.
 */
export async function exportOf<S extends z.core.$ZodShape>(
  rows: AsyncIterable<readonly Record<keyof S & string, unknown>[]>,
  { name, entity, columns, format, by: { company, timeZone } }: Sheet<S>,
): Promise<FileAnswer> {
  const own = taken.filter((one) => one === company).length
  if (own >= places.ofCompany || taken.length >= places.inAll)
    throw new AppError(429, 'too_many', 'Other exports are under way. Please try again in a moment.', { retryAfter: 5 })
  taken.push(company)
  try {
    const kinds = kindsOf(entity)
    const ways = looksIn(timeZone)
    const shown = columns.map(({ field, label }) => ({ field, label, look: ways[kinds[field]] }))
    const bytes = await (format === 'csv' ? csvOf(rows, shown) : xlsxOf(rows, shown, name))
    const day = String(ways.moment.csv(new Date())).slice(0, 10)
    return new FileAnswer(sheetTypes[format], `${name} ${day}.${format}`, bytes)
  } finally {
    taken.splice(taken.indexOf(company), 1)
  }
}
