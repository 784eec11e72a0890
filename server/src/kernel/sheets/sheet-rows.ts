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

/** What is stored in place of what a cell of a row holds. */
export interface FieldNote<N extends string> extends CellNote {
  field: N
  held: string
}

/** A row's cells by field: empty ones are left out, and so are those that cannot be read. */
export interface FilledRow<N extends string> {
  given: Partial<Record<N, unknown>>
  /** As a person would type them, without the blanks around. */
  typed: Partial<Record<N, string>>
  faults: FieldFault<N>[]
  notes: FieldNote<N>[]
  /** What says that the row sums up others, where it does. */
  sumLabel: string | undefined
}

/** Reads a sheet's rows in their order, once it was shown them all: some cells are judged by the others of their column. */
export function rowReader<N extends string>(shape: SheetShape<N>, { fields }: Columns<N>, epoch: Epoch) {
  const { kinds, readers, blankable, fields: schemas } = shape
  const order = dayOrder(fields.flatMap(([field, at]) => (kinds[field] === 'day' ? [at] : [])))
  const sumLabelOf = sumFinder(shape)
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
 * Finds the rows that sum up others, when it is asked of each in their order. One says so and nothing else, or begins like a
 * sum and has nothing but the sums of what stands above; one with something of its own is none.
 */
function sumFinder<N extends string>({ sums, kinds, names }: SheetShape<N>) {
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

/** What is said of a row that sums up others. */
export const sumFault = <N extends string>({ sums }: SheetEntity<N>): FieldFault<N> => [
  sums.label,
  messageOf(sums.fault),
]

/** Gathers the notes of rows by their columns. */
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
