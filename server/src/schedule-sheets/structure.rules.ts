import { numberOf } from '@plinth/api/kernel/decimal'
import type { SheetNote } from '@plinth/api/kernel/sheet-files'
import { amountOf } from '@plinth/api/schedule-items'
import type { FileAmount, FoundItem, ScheduleFault } from '@plinth/api/schedule-sheets'
import { shownLength, storable } from '../kernel/sheet-columns.ts'
import type { Epoch } from '../kernel/sheet-numbers.ts'
import { noteBook } from '../kernel/sheet-rows.ts'
import { columnLetter, type Row, SheetFault } from '../kernel/sheet-values.ts'
import { otherAmount, sums } from './amounts.rules.ts'
import { entriesOf, lineOf } from './entries.rules.ts'
import { type Fault, faultsIn, figuresOf, placeFaults, valuesOf } from './faults.rules.ts'
import { findHeadings, scheduleSheet } from './headings.rules.ts'
import { readLines } from './lines.rules.ts'
import { type Node, repeatedNumbers, tellNumbersApart, treeBuilder } from './tree.rules.ts'

/** What a sheet says beside its sections and items. */
export interface SheetFacts {
  faults: ScheduleFault[]
  amounts: FileAmount[]
  leftOut: { row: number; text: string }[]
  ignoredColumns: string[]
  notes: SheetNote[]
  /** The sum of all amounts. */
  amount: number
}

/** All descriptions of a sheet, in characters. */
const longestTexts = 5_000_000

function requireNotTooLong(nodes: readonly Node[]): void {
  const length = nodes.reduce((sum, { entry }) => sum + entry.description.length, 0)
  if (length > longestTexts)
    throw new SheetFault('The sheet holds more text than can be stored at once. Please split it.')
}

/**
 * Reads a bill of quantities: its sections and items in their order, and what is wrong with which cell. Throws a SheetFault for a
 * sheet without the headings of one, or without an item.
 */
export function structureOf(rows: readonly Row[], epoch: Epoch): { facts: SheetFacts; judged: FoundItem[] } {
  const { columns, body } = findHeadings(rows)
  const steps = entriesOf(readLines(body, columns, epoch))
  const tree = treeBuilder()
  const adding = sums<Node>()
  const notes = noteBook(scheduleSheet, columns)
  const amounts: FileAmount[] = []
  const leftOut: SheetFacts['leftOut'] = []
  const letter = columnLetter(columns.fields.find(([name]) => name === 'amount')?.[1] ?? 0)
  /** Behind GST and the like a total is more than the work. */
  let isBesideWork = false

  function addItem({ entry, itemNo }: Node): void {
    for (const line of entry.lines) notes.add(line.row, line.notes)
    const figured = figuresOf(entry)
    if (!figured) return
    adding.item(figured)
    const { row, figures } = lineOf(entry, 'amount')
    const other = figures.amount === undefined ? undefined : otherAmount(figured, figures.amount)
    if (other) amounts.push({ cell: `${letter}${row}`, row, label: itemNo ?? '', ...other, agrees: false })
  }

  for (const step of steps) {
    if (step.is === 'LEFT_OUT') {
      leftOut.push({ row: step.row, text: storable(step.text) })
      isBesideWork ||= step.kind === 'BESIDE'
    } else if (step.is === 'ENTRY') {
      const node = tree.add(step.entry)
      isBesideWork = false
      if (node.entry.kind === 'ITEM') addItem(node)
      else adding.begin(node)
    } else if (isBesideWork) leftOut.push({ row: step.line.row, text: storable(step.label) })
    else {
      const { row, figures } = step.line
      const label = step.label.slice(0, shownLength)
      amounts.push({ cell: `${letter}${row}`, row, label, ...adding.compare(figures.amount ?? 0, tree.open) })
    }
  }
  const isEmptyTitle = ({ entry, number, below }: Node) =>
    entry.kind === 'SECTION' && number === undefined && below === 0
  const nodes = tree.nodes.filter((node) => !isEmptyTitle(node))
  for (const { entry } of tree.nodes.filter(isEmptyTitle))
    leftOut.push({ row: entry.row, text: storable(entry.description.slice(0, shownLength)) })
  if (!nodes.some(({ entry }) => entry.kind === 'ITEM'))
    throw new SheetFault('There are headings, but no item with unit and quantity below them.')
  requireNotTooLong(nodes)
  tellNumbersApart(nodes)
  const repeated = repeatedNumbers(nodes)
  const faults: Fault[] = []
  const judged = nodes.map((node): FoundItem => {
    const values = valuesOf(node.entry, node.itemNo)
    faults.push(...values.faults, ...placeFaults(node, repeated.get(node)))
    const { quantity, rate } = values.found
    const { row, kind } = node.entry
    const amount = quantity === null || rate === null ? null : numberOf(amountOf({ quantity, rate }))
    return { row, kind, level: node.level, ...values.found, description: node.entry.description.slice(0, 8000), amount }
  })
  return {
    facts: {
      faults: faultsIn(columns, faults),
      amounts,
      leftOut: leftOut.toSorted((one, other) => one.row - other.row),
      ignoredColumns: columns.ignored.map(storable),
      notes: notes.all(),
      amount: numberOf(adding.total()),
    },
    judged,
  }
}
