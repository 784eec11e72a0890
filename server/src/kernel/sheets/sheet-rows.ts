import { messageOf } from '@plinth/api/kernel/messages'
import type { SheetNote } from '@plinth/api/kernel/sheet-files'
import { safeParse } from 'zod/v4/core'
import { isBlankWord } from './sheet-blanks.ts'
import { type CellNote, typedText } from './sheet-cells.ts'
import {
  type Columns,
  type FieldFault,
  type HeadedEntity,
  type SheetEntity,
  type SheetShape,
  shownLength,
  storable,
  textOf,
} from './sheet-columns.ts'
import { dayOrder } from './sheet-days.ts'
import { type Epoch } from './sheet-numbers.ts'
import { beginsLikeSum, isSumLabel, runningSums } from './sheet-sums.ts'
import { type Cell, isEmptyCell, type Row } from './sheet-values.ts'

/** A note that the stored value differs from the cell of this field. */
export interface FieldNote<N extends string> extends CellNote {
  field: N
  held: string
}

/** The cells of a row by field, without empty ones and those that cannot be read. */
export interface FilledRow<N extends string> {
  given: Partial<Record<N, unknown>>
  /** The cells as a person would type them, trimmed. */
  typed: Partial<Record<N, string>>
  faults: FieldFault<N>[]
  notes: FieldNote<N>[]
  /** The label by which the row is recognised as a row of sums; undefined otherwise. */
  sumLabel: string | undefined
}

/** Reads a sheet's rows in order, after `look` has seen all of them: some cells depend on others of their column. */
export function rowReader<N extends string>(shape: SheetShape<N>, { fields }: Columns<N>, epoch: Epoch) {
  const { kinds, readers, blankable, fields: schemas } = shape
  const order = dayOrder(fields.flatMap(([field, at]) => (kinds[field] === 'day' ? [at] : [])))
  const sumLabelOf = createSumFinder(shape)
  const isNothing = (field: N, cell: Cell) =>
    isEmptyCell(cell) ||
    (typeof cell === 'string' && (kinds[field] !== 'text' || blankable.includes(field)) && isBlankWord(cell))

  function readCell(row: FilledRow<N>, field: N, at: number, cell: Cell): void {
    const text = typedText(cell).trim()
    if (text !== '') row.typed[field] = text
    const doubt = kinds[field] === 'day' ? order.doubt(at, cell) : undefined
    const read = doubt === undefined ? readers[field](cell, epoch) : { fault: doubt }
    if ('fault' in read) {
      row.faults.push([field, read.fault])
      return
    }
    row.given[field] = read.value
    if (read.note && safeParse(schemas[field], read.value).success)
      row.notes.push({ ...read.note, field, held: storable(text.slice(0, shownLength)) })
  }

  return {
    look: order.look,
    read({ cells }: Row): FilledRow<N> {
      const row: FilledRow<N> = { given: {}, typed: {}, faults: [], notes: [], sumLabel: undefined }
      for (const [field, at] of fields) {
        const cell: Cell = cells[at] ?? null
        if (!isNothing(field, cell)) readCell(row, field, at, cell)
      }
      row.sumLabel = sumLabelOf(row, cells)
      return row
    },
  }
}

/**
 * Returns a function that recognises rows of sums; it must see every row in order. A row is one of sums if it has a
 * sum's label and no fields of its own, or if it begins like a sum and its figures are the sums of the rows above.
 */
function createSumFinder<N extends string>({ sums, kinds, names }: SheetShape<N>) {
  const running = runningSums()
  const isFigure = (field: N) => kinds[field] === 'money' || kinds[field] === 'number'
  const figures = names.filter(isFigure)
  const others = names.filter((field) => !isFigure(field) && kinds[field] !== 'percent')
  return ({ given, typed }: FilledRow<N>, cells: Row['cells']): string | undefined => {
    const hasOwn = (fields: readonly N[]) =>
      fields.some((field) => {
        const text = field === sums.label ? undefined : typed[field]
        return text !== undefined && !isSumLabel(text)
      })
    const label = typed[sums.label] ?? cells.map(textOf).find(isSumLabel) ?? ''
    const amounts = new Map<string, number>()
    for (const field of figures) {
      const figure = given[field]
      if (typeof figure === 'number') amounts.set(field, figure)
    }
    const isSum =
      (isSumLabel(label) && !hasOwn(sums.own)) || (beginsLikeSum(label) && !hasOwn(others) && running.areSums(amounts))
    if (isSum) running.restart()
    else running.add(amounts)
    return isSum ? label : undefined
  }
}

/** The fault of a row of sums. */
export const sumFault = <N extends string>({ sums }: SheetEntity<N>): FieldFault<N> => [
  sums.label,
  messageOf(sums.fault),
]

/** Collects the notes of rows, one for each kind and column. */
export function noteBook<N extends string>({ labels }: HeadedEntity<N>, { names }: Pick<Columns<N>, 'names'>) {
  const notes = new Map<string, SheetNote>()
  return {
    add(row: number, found: readonly FieldNote<N>[]): void {
      for (const { field, kind, held, stored } of found) {
        const known = notes.get(`${kind} ${field}`)
        if (known) known.rows += 1
        else notes.set(`${kind} ${field}`, { kind, column: names[field] ?? labels[field], rows: 1, row, held, stored })
      }
    },
    all: () => [...notes.values()],
  }
}
