import { type Message, messageOf, messageOfIssue } from '@plinth/api/kernel/messages'
import { scheduleItemFields } from '@plinth/api/works/schedule-items'
import type { ScheduleFault } from '@plinth/api/works/schedule-sheets'
import { safeParse } from 'zod/v4/core'
import { type Columns, shownLength } from '../../kernel/sheets/sheet-columns.ts'
import { columnLetter } from '../../kernel/sheets/sheet-values.ts'
import { otherAmount } from './amounts.rules.ts'
import { type Entry, lineOf } from './entries.rules.ts'
import { type Field, scheduleSheet } from './headings.rules.ts'
import type { Line } from './lines.rules.ts'
import { isTooDeep, type Node } from './tree.rules.ts'
import { unitOf } from './units.rules.ts'

const missing = messageOf('is required of an item')

/** A cell that cannot be stored. */
export type Fault = [field: Field, line: Line, said: Message]

/** Quantity and rate of an item, where both are sound. */
export function figuresOf(entry: Entry): { quantity: number; rate: number } | undefined {
  const { quantity } = lineOf(entry, 'quantity').figures
  const { rate } = lineOf(entry, 'rate').figures
  const isSound =
    safeParse(scheduleItemFields.quantity, quantity).success && safeParse(scheduleItemFields.rate, rate).success
  return isSound && quantity !== undefined && rate !== undefined ? { quantity, rate } : undefined
}

/** The line that has the amount of an entry, where it has one. */
export const amountLineOf = (entry: Entry): Line | undefined =>
  entry.lines.findLast(({ text }) => text.amount !== undefined) ?? entry.amounts[0]

const ofNoItem = messageOf('is the amount of no item: give its row a number, unit and quantity, or delete it')

/** Amounts in rows that go on with a description: the first may be that of the item or section, where it has no other. */
function strayAmounts(entry: Entry): Fault[] {
  const figures = figuresOf(entry)
  const isOwn = (line: Line) =>
    line === amountLineOf(entry) &&
    (entry.kind === 'SECTION' || (figures && otherAmount(figures, line.figures.amount ?? 0) === undefined))
  return entry.amounts.flatMap((line): Fault[] => {
    const { amount } = line.faults
    return amount || !isOwn(line) ? [['amount', line, amount ?? ofNoItem]] : []
  })
}

/** The values of an item, and what is wrong with its cells. */
export function valuesOf(entry: Entry, itemNo: string | null) {
  const faults: Fault[] = []
  const isItem = entry.kind === 'ITEM'
  const line = (field: Field) => lineOf(entry, field)
  const unit = unitOf(line('unit').text.unit ?? '')
  const found = {
    itemNo,
    sorCode: line('sorCode').text.sorCode ?? null,
    description: entry.description || null,
    unit: isItem && 'unit' in unit ? unit.unit || null : null,
    quantity: isItem ? (line('quantity').figures.quantity ?? null) : null,
    rate: isItem ? (line('rate').figures.rate ?? null) : null,
  }
  const measured = ['unit', 'quantity', 'rate'] as const
  for (const field of isItem ? (['itemNo', 'sorCode', ...measured] as const) : (['itemNo', 'sorCode'] as const)) {
    const said = line(field).faults[field]
    if (said) faults.push([field, line(field), said])
  }
  if (isItem && 'fault' in unit) faults.push(['unit', line('unit'), unit.fault])
  const hasFault = (field: Field) => faults.some(([one]) => one === field)
  for (const field of isItem ? (['itemNo', 'unit', 'quantity'] as const) : [])
    if (found[field] === null && !hasFault(field)) faults.push([field, line(field), missing])
  const names = ['itemNo', 'sorCode', 'description', 'unit', 'quantity', 'rate'] as const
  for (const field of names) {
    const [issue] = hasFault(field) ? [] : (safeParse(scheduleItemFields[field], found[field]).error?.issues ?? [])
    if (issue === undefined) continue
    faults.push([field, line(field), found[field] === null ? messageOf('is required') : messageOfIssue(issue)])
  }
  faults.push(...strayAmounts(entry))
  for (const [field] of faults) if (field !== 'amount') found[field] = null
  return { found, faults }
}

/** A spreadsheet makes 1.1 of 1.10 where its cells are no text. */
const repeatedFault = (number: string, row: number) =>
  /^\d+\.\d{1,3}$/.test(number)
    ? messageOf('{number} is also the number of row {row}. If one of them ends in 0, format the column as text', {
        number,
        row,
      })
    : messageOf('{number} is also the number of row {row}', { number, row })

/** What is wrong with the place and the number of a node. */
export function placeFaults(node: Node, first: number | undefined): Fault[] {
  const { entry, itemNo, below } = node
  const faults: Fault[] = []
  const isEmpty = entry.kind === 'SECTION' && below === 0
  if (isEmpty && itemNo !== null)
    faults.push([
      'unit',
      entry.lines[0],
      messageOf('is required of an item; a section needs items below it whose numbers begin with {number}', {
        number: itemNo,
      }),
    ])
  const amountLine = amountLineOf(entry)
  if (isEmpty && itemNo === null && amountLine) faults.push(['amount', amountLine, ofNoItem])
  if (isTooDeep(node)) faults.push(['itemNo', entry.lines[0], messageOf('lies deeper than 8 levels')])
  if (first !== undefined && itemNo !== null)
    faults.push(['itemNo', lineOf(entry, 'itemNo'), repeatedFault(itemNo, first)])
  return faults
}

export function faultsIn(columns: Columns<Field>, faults: readonly Fault[]): ScheduleFault[] {
  const columnOf = (field: Field) => columns.fields.find(([name]) => name === field)?.[1] ?? 0
  return faults
    .toSorted(([one, { row }], [other, { row: otherRow }]) => row - otherRow || columnOf(one) - columnOf(other))
    .map(([field, { row, text }, said]) => ({
      cell: `${columnLetter(columnOf(field))}${row}`,
      row,
      field: scheduleSheet.labels[field],
      value: (text[field] ?? '').slice(0, shownLength),
      ...said,
    }))
}
