import * as f from '@plinth/api/kernel/fields'
import { messageOf } from '@plinth/api/kernel/messages'
import { scheduleItemFields, scheduleItemLabels } from '@plinth/api/works/schedule-items'
import { type Columns, columnsOf, fieldOfHeading, headedShape, textOf } from '../../kernel/sheets/sheet-columns.ts'
import { isEmptyCell, type Row, SheetFault } from '../../kernel/sheets/sheet-values.ts'

const { itemNo, sorCode, description, unit, quantity, rate } = scheduleItemFields
const labels = {
  itemNo: scheduleItemLabels.itemNo,
  sorCode: scheduleItemLabels.sorCode,
  description: scheduleItemLabels.description,
  unit: scheduleItemLabels.unit,
  quantity: scheduleItemLabels.quantity,
  rate: scheduleItemLabels.rate,
  amount: scheduleItemLabels.amount,
}
export type Field = keyof typeof labels

/** The columns of a bill of quantities, with the headings that tenders use. */
export const scheduleSheet = headedShape<Field>({
  fields: { itemNo, sorCode, description, unit, quantity, rate, amount: f.optional(f.money) },
  labels,
  key: 'description',
  synonyms: {
    itemNo: [
      'Sl',
      'Sl no',
      'S no',
      'Sr',
      'Sr no',
      'Serial no',
      'Serial number',
      'Item number',
      'BOQ item no',
      'No',
      'क्रमांक',
    ],
    sorCode: [
      'DSR code',
      'DSR',
      'DSR no',
      'DSR item no',
      'SOR',
      'SOR code',
      'SOR item no',
      'SSR',
      'SSR no',
      'Code',
      'Item code',
    ],
    description: [
      'Description',
      'Item description',
      'Description of item',
      'Description of items',
      'Particulars',
      'Particulars of item',
      'Particulars of items',
      'Particulars of work',
      'Nomenclature',
      'Nomenclature of item',
      'Item of work',
      'Items of work',
      'Name of item',
      'Name of work',
      'विवरण',
    ],
    unit: ['Units', 'Per', 'UOM', 'Unit of measurement', 'इकाई'],
    quantity: [
      'Qty',
      'Quantities',
      'Estimated quantity',
      'Estimated qty',
      'Total quantity',
      'Total qty',
      'BOQ qty',
      'BOQ quantity',
      'मात्रा',
    ],
    rate: [
      'Rates',
      'Rate in',
      'Rate in figures',
      'Unit rate',
      'Rate per unit',
      'Basic rate',
      'Estimated rate',
      'Estimated rate in Rs P',
      'दर',
    ],
    amount: [
      'Amount in',
      'Amount in figures',
      'Total amount',
      'Total',
      'Estimated amount',
      'Total amount without taxes in Rs P',
      'राशि',
    ],
  },
  serverSet: [],
})

/** The headings are in these first rows, below the titles of a tender. */
export const headingRows = 40

const fieldsIn = (row: Row) => new Set(row.cells.flatMap((cell) => fieldOfHeading(scheduleSheet, textOf(cell)) ?? []))

/** How many headings a row has; 0 for a row with neither unit nor quantity, such as the headings of an abstract of costs. */
export function headingsIn(row: Row): number {
  const fields = fieldsIn(row)
  return fields.size > 1 && (fields.has('unit') || fields.has('quantity')) ? fields.size : 0
}

/**
 * Maps two headings to ours. "Item" heads the numbers if another column has the descriptions, else it heads the descriptions. A
 * heading that names a schedule of rates, such as "DSR 2023 item no.", heads the SOR codes.
 */
function withUsualNames(row: Row): Row {
  const fields = fieldsIn(row)
  const item = fields.has('description') ? labels.itemNo : labels.description
  const cells = row.cells.map((cell) => {
    const text = textOf(cell)
    if (/^items?$/i.test(text)) return item
    const isCode =
      !fields.has('sorCode') && text.length < 40 && /\b(?:DSR|SOR|SSR)\b/i.test(text) && !/\brates?\b/i.test(text)
    return isCode ? labels.sorCode : cell
  })
  return { ...row, cells }
}

/**
 * Joins two rows of headings into one. A heading that is merged over several columns is stored in the first of them, and counts for
 * each column with a heading below it. Columns of amounts in words are not read.
 */
function joinHeadings(upper: Row, lower: Row): Row {
  const width = Math.max(upper.cells.length, lower.cells.length)
  let merged = ''
  const cells = Array.from({ length: width }, (_, at) => {
    const [own, below] = [textOf(upper.cells[at]), textOf(lower.cells[at])]
    merged = own || (below && merged)
    const whole = `${merged} ${below}`.trim()
    if (/\bwords\b/i.test(below)) return whole
    return [whole, below, own].find((text) => fieldOfHeading(scheduleSheet, text) !== undefined) ?? whole
  })
  return { number: lower.number, cells }
}

/** Whether a row continues the headings above it: it has only texts, and none in the columns of numbers and descriptions. */
function continuesHeadings(upper: Row, lower: Row): boolean {
  if (fieldsIn(upper).size < 2) return false
  const isText = lower.cells.every((cell) => isEmptyCell(cell) || typeof cell === 'string')
  return (
    isText &&
    upper.cells.every((cell, at) => {
      const field = fieldOfHeading(scheduleSheet, textOf(cell))
      return (field !== 'itemNo' && field !== 'description') || isEmptyCell(lower.cells[at])
    })
  )
}

const required = ['description', 'itemNo', 'unit', 'quantity'] as const

export const noHeading = (field: Field) =>
  messageOf('No column in the first 40 rows is headed "{heading}": name it as the template does.', {
    heading: labels[field],
  })

export interface Headings {
  columns: Columns<Field>
  /** The rows below the headings. */
  body: Row[]
}

/** Finds the row of headings, or the two rows that form it, by the largest number of known columns. Throws a SheetFault. */
export function findHeadings(rows: readonly Row[]): Headings {
  let best: { row: Row; score: number; next: number } | undefined
  for (const [at, row] of rows.entries()) {
    if (row.number > headingRows) break
    const lower = rows[at + 1]
    const candidates = [{ row: withUsualNames(row), bonus: 0, next: at + 1 }]
    if (lower && lower.number <= headingRows && fieldsIn(row).size > 0)
      candidates.push({
        row: withUsualNames(joinHeadings(row, lower)),
        bonus: continuesHeadings(row, lower) ? 1 : 0,
        next: at + 2,
      })
    for (const { bonus, ...candidate } of candidates) {
      const score = 2 * fieldsIn(candidate.row).size + bonus
      if (score > (best?.score ?? 0)) best = { ...candidate, score }
    }
  }
  const found = best && fieldsIn(best.row)
  const missing = required.find((field) => !found?.has(field))
  if (!best || missing) throw new SheetFault(noHeading(missing ?? 'description'))
  return { columns: columnsOf(scheduleSheet, best.row), body: rows.slice(best.next) }
}
