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

/** A cell that cannot be stored, and why. */
export type Fault = [field: Field, line: Line, message: Message]

/** Quantity and rate of an item, if both are valid. */
export function figuresOf(entry: Entry): { quantity: number; rate: number } | undefined {
  const { quantity } = lineOf(entry, 'quantity').figures
  const { rate } = lineOf(entry, 'rate').figures
  const isValid =
    safeParse(scheduleItemFields.quantity, quantity).success && safeParse(scheduleItemFields.rate, rate).success
  return isValid && quantity !== undefined && rate !== undefined ? { quantity, rate } : undefined
}

/** The line with the amount of an entry, if it has one. */
export const amountLineOf = (entry: Entry): Line | undefined =>
  entry.lines.findLast(({ text }) => text.amount !== undefined) ?? entry.amounts[0]

const amountWithoutItem = messageOf('is the amount of no item: give its row a number, unit and quantity, or delete it')

/** Amounts in rows that continue a description. The first may be the amount of the item or section itself, if it has no other. */
function strayAmounts(entry: Entry): Fault[] {
  const figures = figuresOf(entry)
  const isOwn = (line: Line) =>
    line === amountLineOf(entry) &&
    (entry.kind === 'SECTION' || (figures && otherAmount(figures, line.figures.amount ?? 0) === undefined))
  return entry.amounts.flatMap((line): Fault[] => {
    const { amount } = line.faults
    return amount || !isOwn(line) ? [['amount', line, amount ?? amountWithoutItem]] : []
  })
}

/** The values of an item or section, and the faults of its cells. */
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
    const message = line(field).faults[field]
    if (message) faults.push([field, line(field), message])
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

/** The fault of a repeated number. A spreadsheet turns 1.10 into 1.1 unless the cell is text. */
const repeatedFault = (number: string, row: number) =>
  /^\d+\.\d{1,3}$/.test(number)
    ? messageOf('{number} is also the number of row {row}. If one of them ends in 0, format the column as text', {
        number,
        row,
      })
    : messageOf('{number} is also the number of row {row}', { number, row })

/** The faults of a node's place and number; `first` is the row that has the same number already. */
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
  if (isEmpty && itemNo === null && amountLine) faults.push(['amount', amountLine, amountWithoutItem])
  if (isTooDeep(node)) faults.push(['itemNo', entry.lines[0], messageOf('lies deeper than 8 levels')])
  if (first !== undefined && itemNo !== null)
    faults.push(['itemNo', lineOf(entry, 'itemNo'), repeatedFault(itemNo, first)])
  return faults
}

export function faultsIn(columns: Columns<Field>, faults: readonly Fault[]): ScheduleFault[] {
  const columnOf = (field: Field) => columns.fields.find(([name]) => name === field)?.[1] ?? 0
  return faults
    .toSorted(([one, { row }], [other, { row: otherRow }]) => row - otherRow || columnOf(one) - columnOf(other))
    .map(([field, { row, text }, message]) => ({
      cell: `${columnLetter(columnOf(field))}${row}`,
      row,
      field: scheduleSheet.labels[field],
      value: (text[field] ?? '').slice(0, shownLength),
      ...message,
    }))
}
