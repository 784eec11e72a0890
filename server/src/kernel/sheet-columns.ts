import { stampLabels } from '@plinth/api/kernel/fields'
import type * as z from 'zod/mini'
import { cellReader, typedText } from './sheet-cells.ts'
import { type Cell, columnLetter, isEmptyCell, type Row, SheetFault } from './sheets.ts'

/** What a sheet's rows are: a record's fields under their headings. */
export interface SheetEntity<N extends string> {
  fields: Readonly<Record<N, z.core.$ZodType>>
  /** In the order of a template. */
  labels: Readonly<Record<N, string>>
  /** The field that no sheet can do without. */
  key: N
  /** Further headings that fields are known by, as letters and digits alone. */
  aliases?: Readonly<Record<string, N>>
  /** Wire names of what only the server sets: a sheet may have them, and nobody needs to be told that they are not read. */
  serverSet: readonly string[]
}

/** An entity, made ready to read rows of. */
export interface SheetShape<N extends string> extends SheetEntity<N> {
  names: N[]
  byHeading: ReadonlyMap<string, N>
  passedOver: ReadonlySet<string>
  readers: Record<N, ReturnType<typeof cellReader>>
}

/** A heading by its letters and digits alone; either spelling of a licence. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('licence', 'license')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

export function sheetShape<N extends string>(entity: SheetEntity<N>): SheetShape<N> {
  const names = Object.keys(entity.labels) as N[]
  return {
    ...entity,
    names,
    byHeading: new Map([
      ...Object.entries<N>(entity.aliases ?? {}),
      ...names.flatMap((name): [string, N][] => [
        [plain(name), name],
        [plain(entity.labels[name]), name],
      ]),
    ]),
    passedOver: new Set([...entity.serverSet, ...Object.values(stampLabels)].map(plain)),
    readers: Object.fromEntries(
      names.map((name) => [name, cellReader(entity.fields[name])]),
    ) as SheetShape<N>['readers'],
  }
}

const textOf = (cell: Cell | undefined) => (typeof cell === 'string' ? cell.trim() : '')

/** How many headings a row has; 0 where the one that no sheet can do without is missing. */
export function headingsIn<N extends string>({ byHeading, key }: SheetShape<N>, { cells }: Row): number {
  const fields = cells.map((cell) => byHeading.get(plain(textOf(cell)))).filter((field) => field !== undefined)
  return fields.includes(key) ? fields.length : 0
}

/** What is said of a sheet without that heading. */
export const noHeadings = <N extends string>({ labels, key }: SheetEntity<N>) =>
  `No column in the first 20 rows is headed "${labels[key]}": name them as the template does.`

/** What the last column of a file of failures is headed with. */
export const reasonsHeading = 'Reasons'

/** Which column of a sheet holds which field, by position; the column of reasons is left out of `kept`. */
export interface Columns<N extends string> {
  /** As the sheet has them, without the column of reasons. */
  headings: string[]
  ignored: string[]
  /** Each field's column as people find it: `Bid value (F)`. */
  names: Partial<Record<N, string>>
  fields: [N, number][]
  kept: number[]
}

/** Throws a SheetFault when two columns are headed alike. */
export function columnsOf<N extends string>(shape: SheetShape<N>, { cells }: Row): Columns<N> {
  const columns: Columns<N> = { headings: [], ignored: [], names: {}, fields: [], kept: [] }
  for (const [at, cell] of cells.entries()) {
    const heading = textOf(cell)
    const field = shape.byHeading.get(plain(heading))
    if (plain(heading) === plain(reasonsHeading)) continue
    columns.kept.push(at)
    columns.headings.push(heading)
    if (field) {
      const other = columns.fields.find(([name]) => name === field)
      if (other)
        throw new SheetFault(
          `Columns ${columnLetter(other[1])} and ${columnLetter(at)} are both headed "${shape.labels[field]}".`,
        )
      columns.fields.push([field, at])
      columns.names[field] = `${heading} (${columnLetter(at)})`
    } else if (!isEmptyCell(cell) && !shape.passedOver.has(plain(heading))) {
      columns.ignored.push(heading || `Column ${columnLetter(at)}`)
    }
  }
  return columns
}

/** What PostgreSQL can keep of a text. */
export const storable = (text: string) => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

export const shownLength = 100

/** Something wrong with a field of a row. */
export type FieldFault<N extends string> = [field: N, message: string]

/** A row's cells by field: empty ones are left out, and so are those that cannot be read. */
export interface FilledRow<N extends string> {
  given: Partial<Record<N, unknown>>
  /** As a person would type them, without the blanks around. */
  typed: Partial<Record<N, string>>
  faults: FieldFault<N>[]
}

export function readRow<N extends string>(
  { readers }: SheetShape<N>,
  { fields }: Columns<N>,
  { cells }: Row,
): FilledRow<N> {
  const row: FilledRow<N> = { given: {}, typed: {}, faults: [] }
  for (const [field, at] of fields) {
    const cell: Cell = cells[at] ?? null
    if (isEmptyCell(cell)) continue
    const text = typedText(cell).trim()
    if (text !== '') row.typed[field] = text
    const read = readers[field](cell)
    if ('fault' in read) row.faults.push([field, read.fault])
    else row.given[field] = read.value
  }
  return row
}

/** A message of the wire in the words of the screen. */
export const worded = <N extends string>({ names, labels }: SheetShape<N>, message: string) =>
  message.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => {
    const field = names.find((name) => name === word)
    return field ? labels[field] : word
  })

/** From left to right; what has no column comes last. */
export function inOrder<N extends string>(faults: readonly FieldFault<N>[], fields: Columns<N>['fields']) {
  const columnOf = (field: N) => fields.find(([name]) => name === field)?.[1] ?? Number.POSITIVE_INFINITY
  return faults.toSorted(([one], [other]) => columnOf(one) - columnOf(other) || 0)
}

/** A cell that cannot be stored, as the wire tells of it: its field and its column as the sheet has them. */
export interface ToldFault {
  field: string
  column: string
  value: string
  message: string
}

export const cellFault = <N extends string>(
  { labels }: SheetEntity<N>,
  { names }: Pick<Columns<N>, 'names'>,
  [field, message]: FieldFault<N>,
  cell: string,
): ToldFault => ({
  field: labels[field],
  column: names[field] ?? labels[field],
  value: storable(cell.slice(0, shownLength)),
  message,
})

/** A fault of the row as a whole. */
export const rowFault = (message: string): ToldFault => ({ field: '', column: '', value: '', message })

/** All that is wrong with a row, in one sentence each. */
export const reasonOf = (faults: readonly ToldFault[]) =>
  faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')

/** The row in which a key was seen before, if it was; else it is seen in this one. */
export function repeated(seen: Map<string, number>, key: string, row: number): number | undefined {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, row)
  return first
}
