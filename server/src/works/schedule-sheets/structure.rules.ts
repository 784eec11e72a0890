import { numberOf } from '@plinth/api/kernel/decimal'
import type { SheetNote } from '@plinth/api/kernel/sheet-files'
import { amountOf } from '@plinth/api/works/schedule-items'
import type { FileAmount, FoundItem, ScheduleFault } from '@plinth/api/works/schedule-sheets'
import { type Columns, shownLength, storable } from '../../kernel/sheets/sheet-columns.ts'
import type { Epoch } from '../../kernel/sheets/sheet-numbers.ts'
import { noteBook } from '../../kernel/sheets/sheet-rows.ts'
import { columnLetter, type Row, SheetFault } from '../../kernel/sheets/sheet-values.ts'
import { createSums, otherAmount } from './amounts.rules.ts'
import { entriesOf, lineOf, type Step } from './entries.rules.ts'
import { amountLineOf, type Fault, faultsIn, figuresOf, placeFaults, valuesOf } from './faults.rules.ts'
import { type Field, findHeadings, scheduleSheet } from './headings.rules.ts'
import { type Line, readLines } from './lines.rules.ts'
import { makeNumbersUnique, type Node, repeatedNumbers, treeBuilder } from './tree.rules.ts'

/** What an upload answers about a sheet, beyond its sections and items. */
export interface SheetFacts {
  faults: ScheduleFault[]
  amounts: FileAmount[]
  leftOut: { row: number; text: string }[]
  ignoredColumns: string[]
  notes: SheetNote[]
  /** The sum of all amounts. */
  amount: number
}

/** The limit for all descriptions of a sheet together, in characters. */
const maxTextLength = 5_000_000

function requireStorableLength(nodes: readonly Node[]): void {
  const length = nodes.reduce((sum, { entry }) => sum + entry.description.length, 0)
  if (length > maxTextLength)
    throw new SheetFault('The sheet holds more text than can be stored at once. Please split it.')
}

const isEmptyTitle = ({ entry, number, below }: Node) =>
  entry.kind === 'SECTION' && number === undefined && below === 0 && amountLineOf(entry) === undefined

/** The amount in the row of a section, with the sum of its items. */
function sectionAmount(node: Node, sums: ReturnType<typeof createSums<Node>>, column: string): FileAmount[] {
  const { entry, below } = node
  const line = entry.kind === 'SECTION' && below > 0 ? amountLineOf(entry) : undefined
  if (line?.figures.amount === undefined) return []
  const label = storable(entry.description.slice(0, shownLength))
  return [{ cell: `${column}${line.row}`, row: line.row, label, ...sums.compareSection(node, line.figures.amount) }]
}

/** Builds the tree of a sheet, adds it up, and compares the sums with the amounts in the sheet. */
function buildTree(steps: readonly Step[], columns: Columns<Field>) {
  const tree = treeBuilder()
  const sums = createSums<Node>()
  const notes = noteBook(scheduleSheet, columns)
  const amounts: FileAmount[] = []
  const leftOut: SheetFacts['leftOut'] = []
  const column = columnLetter(columns.fields.find(([name]) => name === 'amount')?.[1] ?? 0)
  /** True after GST and the like: a total then contains more than the work, and is left out. */
  let isBesideWork = false
  const leaveOut = (row: number, text: string) => leftOut.push({ row, text: storable(text.slice(0, shownLength)) })

  function addItem({ entry, itemNo }: Node): void {
    for (const line of entry.lines) notes.add(line.row, line.notes)
    const figures = figuresOf(entry)
    if (!figures) return
    sums.item(figures, tree.open)
    const line = lineOf(entry, 'amount')
    const other = line.figures.amount === undefined ? undefined : otherAmount(figures, line.figures.amount)
    if (other)
      amounts.push({ cell: `${column}${line.row}`, row: line.row, label: itemNo ?? '', ...other, agrees: false })
  }
  function compareTotal({ row, figures }: Line, label: string): void {
    if (isBesideWork) return void leaveOut(row, label)
    const compared = sums.compare(figures.amount ?? 0, tree.open)
    amounts.push({ cell: `${column}${row}`, row, label: storable(label.slice(0, shownLength)), ...compared })
  }

  for (const step of steps) {
    if (step.is === 'TOTAL') compareTotal(step.line, step.label)
    else if (step.is === 'LEFT_OUT') {
      leaveOut(step.row, step.text)
      isBesideWork ||= step.kind === 'BESIDE'
    } else {
      const node = tree.add(step.entry)
      isBesideWork = false
      if (node.entry.kind === 'ITEM') addItem(node)
      else sums.begin(node)
    }
  }
  for (const node of tree.nodes) amounts.push(...sectionAmount(node, sums, column))
  for (const { entry } of tree.nodes.filter(isEmptyTitle)) leaveOut(entry.row, entry.description)
  return {
    nodes: tree.nodes.filter((node) => !isEmptyTitle(node)),
    amounts: amounts.toSorted((one, other) => one.row - other.row),
    leftOut: leftOut.toSorted((one, other) => one.row - other.row),
    notes: notes.all(),
    amount: numberOf(sums.total()),
  }
}

/**
 * Reads a bill of quantities: its sections and items in their order, and the faults of its cells. Throws a SheetFault for a sheet
 * without the headings of a bill of quantities, or without an item.
 */
export function structureOf(rows: readonly Row[], epoch: Epoch): { facts: SheetFacts; judged: FoundItem[] } {
  const { columns, body } = findHeadings(rows)
  const { nodes, amounts, ...rest } = buildTree(entriesOf(readLines(body, columns, epoch)), columns)
  if (!nodes.some(({ entry }) => entry.kind === 'ITEM'))
    throw new SheetFault('There are headings, but no item with unit and quantity below them.')
  requireStorableLength(nodes)
  makeNumbersUnique(nodes)
  const repeated = repeatedNumbers(nodes)
  const faults: Fault[] = []
  const judged = nodes.map((node): FoundItem => {
    const { entry, level, itemNo } = node
    const values = valuesOf(entry, itemNo)
    faults.push(...values.faults, ...placeFaults(node, repeated.get(node)))
    const { quantity, rate } = values.found
    const amount = quantity === null || rate === null ? null : numberOf(amountOf({ quantity, rate }))
    return { row: entry.row, kind: entry.kind, level, ...values.found, description: entry.description, amount }
  })
  const facts = {
    ...rest,
    faults: faultsIn(columns, faults),
    // With faults the sums would lack rows, so no amounts are compared.
    amounts: faults.length > 0 ? [] : amounts,
    ignoredColumns: columns.ignored.map(storable),
  }
  return { facts, judged }
}
