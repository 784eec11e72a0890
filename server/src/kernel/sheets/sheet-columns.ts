import { type Kind, kindOf } from '@plinth/api/kernel/kinds'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { stampLabels } from '@plinth/api/kernel/record'
import type * as z from 'zod/mini'
import { cellReader } from './sheet-cells.ts'
import { type Cell, columnLetter, isEmptyCell, type Row, SheetFault } from './sheet-values.ts'

/** The fields of a record under the headings of a sheet. */
export interface HeadedEntity<N extends string> {
  fields: Readonly<Record<N, z.core.$ZodType>>
  /** In the order of a template. */
  labels: Readonly<Record<N, string>>
  /** The field without whose heading a sheet cannot be read. */
  key: N
  /** Further headings of ours, such as those of lists. */
  aliases?: Readonly<Record<string, N>>
  /** Headings that others use. They count only if no column has one of ours. */
  synonyms: Readonly<Partial<Record<N, readonly string[]>>>
  /** Wire names of fields that only the server sets: a sheet may contain them, and they are ignored without a note. */
  serverSet: readonly string[]
}

/** The record that each row of a sheet holds. */
export interface SheetEntity<N extends string> extends HeadedEntity<N> {
  /**
   * Text fields in which a dash or NA means empty, because they name or number something. In other texts it is content.
   */
  blankable: readonly N[]
  /** How a row with sums of other rows is recognised. */
  sums: {
    /** The field that holds the label of the sum. */
    label: N
    /** Fields that are empty in a row of sums. */
    own: readonly N[]
    /** The fault of such a row. */
    fault: string
  }
}

/** An entity, prepared for reading its columns. */
export interface HeadedShape<N extends string> extends HeadedEntity<N> {
  names: N[]
  byHeading: ReadonlyMap<string, N>
  bySynonym: ReadonlyMap<string, N>
  passedOver: ReadonlySet<string>
  readers: Record<N, ReturnType<typeof cellReader>>
  kinds: Record<N, Kind>
}

/** An entity, prepared for reading its rows. */
export type SheetShape<N extends string> = HeadedShape<N> & SheetEntity<N>

/** A heading reduced to its letters and digits, with one spelling of licence. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('licence', 'license')
    .replaceAll('%', 'percent')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** A unit in a heading that does not change the values. Lakhs do, so a heading in lakhs is unknown. */
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

/** The field of a heading: by our headings first, then by those of others. */
export const fieldOfHeading = <N extends string>({ byHeading, bySynonym }: HeadedShape<N>, heading: string) =>
  known(byHeading, heading) ?? known(bySynonym, heading)

/** How many cells of a row are headings; 0 if the key's heading is missing. */
export function headingsIn<N extends string>(shape: HeadedShape<N>, { cells }: Row): number {
  const { key } = shape
  const fields = cells.flatMap((cell) => fieldOfHeading(shape, textOf(cell)) ?? [])
  return fields.includes(key) ? fields.length : 0
}

/** The fault of a sheet without the key's heading. */
export const noHeadings = <N extends string>({ labels, key }: HeadedEntity<N>) =>
  messageOf('No column in the first 20 rows is headed "{heading}": name them as the template does.', {
    heading: labels[key],
  })

/** The heading of the last column of a file of rejected rows. */
export const reasonsHeading = 'Reasons'

/** The fields of a sheet's columns by position; the column of reasons is left out of `kept`. */
export interface Columns<N extends string> {
  /** The headings as the sheet has them, without the column of reasons. */
  headings: string[]
  ignored: string[]
  /** Each field's column as people find it: `Bid value (F)`. */
  names: Partial<Record<N, string>>
  fields: [N, number][]
  kept: number[]
}

const isReasons = (heading: string) => plain(heading) === plain(reasonsHeading)

/**
 * The field of each column: by our headings first, then by those of others. Throws a SheetFault for two columns of one
 * field.
 */
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
        const values = { one: columnLetter(other), other: columnLetter(at), heading: shape.labels[field] }
        throw new SheetFault(
          by === shape.byHeading
            ? messageOf('Columns {one} and {other} are both headed "{heading}".', values)
            : messageOf('Columns {one} and {other} may both be "{heading}". Please name one of them so.', values),
        )
      }
      columns.set(field, at)
      fields.set(at, field)
    }
  }
  return fields
}

/** Throws a SheetFault when two columns have the same field. */
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

/** Replaces characters that PostgreSQL cannot store. */
export const storable = (text: string) => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

export const shownLength = 100

/** A fault of a field in a row. */
export type FieldFault<N extends string> = [field: N, sentence: Message]

/** Replaces the field name in a message of the wire by the heading of the sheet. */
export function withHeadings<N extends string>({ names, labels }: SheetShape<N>, { message, parts }: Message): Message {
  const field = names.find((name) => name === parts?.values['field'])
  if (parts === undefined || field === undefined) return { message, ...(parts && { parts }) }
  return messageOf(parts.text, { ...parts.values, field: labels[field] })
}

/** Faults from left to right; those without a column come last. */
export function inOrder<N extends string>(faults: readonly FieldFault<N>[], fields: Columns<N>['fields']) {
  const columnOf = (field: N) => fields.find(([name]) => name === field)?.[1] ?? Number.POSITIVE_INFINITY
  return faults.toSorted(([one], [other]) => columnOf(one) - columnOf(other) || 0)
}

/** A cell that is rejected, as the wire reports it, with its field and its column in the sheet. */
export interface ReportedFault extends Message {
  field: string
  column: string
  value: string
}

export const cellFault = <N extends string>(
  { labels }: SheetEntity<N>,
  { names }: Pick<Columns<N>, 'names'>,
  [field, sentence]: FieldFault<N>,
  cell: string,
): ReportedFault => ({
  field: labels[field],
  column: names[field] ?? labels[field],
  value: storable(cell.slice(0, shownLength)),
  ...sentence,
})

/** A fault of the whole row. */
export const rowFault = (sentence: Message): ReportedFault => ({ field: '', column: '', value: '', ...sentence })

/** All faults of a row, as one text. */
export const reasonOf = (faults: readonly ReportedFault[]) =>
  faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')

/** The row in which the key occurred before; if it did not, undefined, and this row is remembered. */
export function repeated(seen: Map<string, number>, key: string, row: number): number | undefined {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, row)
  return first
}
