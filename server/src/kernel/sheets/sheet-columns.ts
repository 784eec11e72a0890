import { type Kind, kindOf } from '@plinth/api/kernel/kinds'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { stampLabels } from '@plinth/api/kernel/record'
import type * as z from 'zod/mini'
import { cellReader } from './sheet-cells.ts'
import { type Cell, columnLetter, isEmptyCell, type Row, SheetFault } from './sheet-values.ts'

/** A record's fields under the headings of a sheet. */
export interface HeadedEntity<N extends string> {
  fields: Readonly<Record<N, z.core.$ZodType>>
  /** In the order of a template. */
  labels: Readonly<Record<N, string>>
  /** The field that no sheet can do without. */
  key: N
  /** Further headings of ours, such as those of lists. */
  aliases?: Readonly<Record<string, N>>
  /** What others head such columns with. They count where no column is headed as ours are. */
  synonyms: Readonly<Partial<Record<N, readonly string[]>>>
  /** Wire names of what only the server sets: a sheet may have them, and nobody needs to be told that they are not read. */
  serverSet: readonly string[]
}

/** What a sheet's rows are, each a record by itself. */
export interface SheetEntity<N extends string> extends HeadedEntity<N> {
  /** Texts that name or number something: a dash or NA there is nothing. In other texts it is what somebody wrote. */
  blankable: readonly N[]
  /** How a row that sums up others is told from one of its own. */
  sums: {
    /** The field where it says so. */
    label: N
    /** Fields that a sum has none of. */
    own: readonly N[]
    /** What is said of such a row. */
    fault: string
  }
}

/** An entity, made ready to read its columns. */
export interface HeadedShape<N extends string> extends HeadedEntity<N> {
  names: N[]
  byHeading: ReadonlyMap<string, N>
  bySynonym: ReadonlyMap<string, N>
  passedOver: ReadonlySet<string>
  readers: Record<N, ReturnType<typeof cellReader>>
  kinds: Record<N, Kind>
}

/** An entity, made ready to read rows of. */
export type SheetShape<N extends string> = HeadedShape<N> & SheetEntity<N>

/** A heading by its letters and digits alone; either spelling of a licence. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('licence', 'license')
    .replaceAll('%', 'percent')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** What a column is counted in, where that changes nothing. Lakhs do: such a column is not known. */
const unit = /(?:\s*[([{]\s*(?:in\s+)?(?:₹|rs\.?|inr|rupees|%)\s*[)\]}]|\s(?:₹|rs\.?|inr|%))\s*[:*]?\s*$/i

export function headedShape<N extends string>(entity: HeadedEntity<N>): HeadedShape<N> {
  const names = Object.keys(entity.labels) as N[]
  const ofEach = <T>(make: (name: N) => T) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>
  return {
    ...entity,
    names,
    byHeading: new Map([
      ...Object.entries<N>(entity.aliases ?? {}).map(([heading, name]): [string, N] => [plain(heading), name]),
      ...names.flatMap((name): [string, N][] => [
        [plain(name), name],
        [plain(entity.labels[name]), name],
      ]),
    ]),
    bySynonym: new Map(
      names.flatMap((name) => (entity.synonyms[name] ?? []).map((word): [string, N] => [plain(word), name])),
    ),
    passedOver: new Set([...entity.serverSet, ...Object.values(stampLabels)].map(plain)),
    readers: ofEach((name) => cellReader(entity.fields[name])),
    kinds: ofEach((name) => kindOf(entity.fields[name])),
  }
}

export const sheetShape = <N extends string>(entity: SheetEntity<N>): SheetShape<N> => ({
  ...entity,
  ...headedShape(entity),
})

const longestHeading = 200

const known = <N>(by: ReadonlyMap<string, N>, heading: string) =>
  heading.length > longestHeading ? undefined : (by.get(plain(heading)) ?? by.get(plain(heading.replace(unit, ''))))

export const textOf = (cell: Cell | undefined) => (typeof cell === 'string' ? cell.trim() : '')

/** The field that a heading names: by ours, else by those of others. */
export const fieldOfHeading = <N extends string>({ byHeading, bySynonym }: HeadedShape<N>, heading: string) =>
  known(byHeading, heading) ?? known(bySynonym, heading)

/** How many headings a row has; 0 where the one that no sheet can do without is missing. */
export function headingsIn<N extends string>(shape: HeadedShape<N>, { cells }: Row): number {
  const { key } = shape
  const fields = cells.flatMap((cell) => fieldOfHeading(shape, textOf(cell)) ?? [])
  return fields.includes(key) ? fields.length : 0
}

/** What is said of a sheet without that heading. */
export const noHeadings = <N extends string>({ labels, key }: HeadedEntity<N>) =>
  messageOf('No column in the first 20 rows is headed "{heading}": name them as the template does.', {
    heading: labels[key],
  })

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

const isReasons = (heading: string) => plain(heading) === plain(reasonsHeading)

/** The field of each column: of one headed as ours are, else of one that others head so. Throws a SheetFault where there are two. */
function fieldsAt<N extends string>(shape: HeadedShape<N>, headings: readonly string[]): Map<number, N> {
  const columns = new Map<N, number>()
  const fields = new Map<number, N>()
  for (const by of [shape.byHeading, shape.bySynonym]) {
    const taken = new Set(columns.keys())
    for (const [at, heading] of headings.entries()) {
      const field = isReasons(heading) || fields.has(at) ? undefined : known(by, heading)
      if (field === undefined || taken.has(field)) continue
      const other = columns.get(field)
      if (other !== undefined) {
        const said = { one: columnLetter(other), other: columnLetter(at), heading: shape.labels[field] }
        throw new SheetFault(
          by === shape.byHeading
            ? messageOf('Columns {one} and {other} are both headed "{heading}".', said)
            : messageOf('Columns {one} and {other} may both be "{heading}". Please name one of them so.', said),
        )
      }
      columns.set(field, at)
      fields.set(at, field)
    }
  }
  return fields
}

/** Throws a SheetFault when two columns are headed alike. */
export function columnsOf<N extends string>(shape: HeadedShape<N>, { cells }: Row): Columns<N> {
  const columns: Columns<N> = { headings: [], ignored: [], names: {}, fields: [], kept: [] }
  const headings = cells.map(textOf)
  const fields = fieldsAt(shape, headings)
  for (const [at, heading] of headings.entries()) {
    if (isReasons(heading)) continue
    const field = fields.get(at)
    columns.kept.push(at)
    columns.headings.push(heading)
    if (field) {
      columns.fields.push([field, at])
      columns.names[field] = `${heading} (${columnLetter(at)})`
    } else if (!isEmptyCell(cells[at]) && !shape.passedOver.has(plain(heading))) {
      columns.ignored.push(heading || `Column ${columnLetter(at)}`)
    }
  }
  return columns
}

/** What PostgreSQL can keep of a text. */
export const storable = (text: string) => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

export const shownLength = 100

/** Something wrong with a field of a row. */
export type FieldFault<N extends string> = [field: N, said: Message]

/** A message of the wire that names a field as the sheet does. */
export function withHeadings<N extends string>({ names, labels }: SheetShape<N>, { message, parts }: Message): Message {
  const field = names.find((name) => name === parts?.values['field'])
  if (parts === undefined || field === undefined) return { message, ...(parts && { parts }) }
  return messageOf(parts.text, { ...parts.values, field: labels[field] })
}

/** From left to right; what has no column comes last. */
export function inOrder<N extends string>(faults: readonly FieldFault<N>[], fields: Columns<N>['fields']) {
  const columnOf = (field: N) => fields.find(([name]) => name === field)?.[1] ?? Number.POSITIVE_INFINITY
  return faults.toSorted(([one], [other]) => columnOf(one) - columnOf(other) || 0)
}

/** A cell that cannot be stored, as the wire tells of it: its field and its column as the sheet has them. */
export interface ReportedFault extends Message {
  field: string
  column: string
  value: string
}

export const cellFault = <N extends string>(
  { labels }: SheetEntity<N>,
  { names }: Pick<Columns<N>, 'names'>,
  [field, said]: FieldFault<N>,
  cell: string,
): ReportedFault => ({
  field: labels[field],
  column: names[field] ?? labels[field],
  value: storable(cell.slice(0, shownLength)),
  ...said,
})

/** A fault of the row as a whole. */
export const rowFault = (said: Message): ReportedFault => ({ field: '', column: '', value: '', ...said })

/** All that is wrong with a row, in one sentence each. */
export const reasonOf = (faults: readonly ReportedFault[]) =>
  faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')

/** The row in which a key was seen before, if it was; else it is seen in this one. */
export function repeated(seen: Map<string, number>, key: string, row: number): number | undefined {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, row)
  return first
}
