import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { isBlankWord } from '../../kernel/sheets/sheet-blanks.ts'
import { typedText } from '../../kernel/sheets/sheet-cells.ts'
import { type Columns, shownLength, storable, textOf } from '../../kernel/sheets/sheet-columns.ts'
import type { Epoch } from '../../kernel/sheets/sheet-numbers.ts'
import type { FieldNote } from '../../kernel/sheets/sheet-rows.ts'
import { isSumLabel } from '../../kernel/sheets/sheet-sums.ts'
import { type Cell, isEmptyCell, type Row } from '../../kernel/sheets/sheet-values.ts'
import { type Field, headingsIn, scheduleSheet } from './headings.rules.ts'

const figureNames = ['quantity', 'rate', 'amount'] as const
type Figure = (typeof figureNames)[number]

/** A row below the headings, read cell by cell. */
export interface Line {
  row: number
  /** The texts by field, as typed, without empty cells. */
  text: Partial<Record<Field, string>>
  figures: Partial<Record<Figure, number>>
  /** Why a cell cannot be read; this matters only if the row turns out to be an item. */
  faults: Partial<Record<Field, Message>>
  notes: FieldNote<Field>[]
  /** All texts of the row, including those in columns that are not read. */
  texts: string[]
  /** Whether the row repeats the headings or numbers the columns. */
  isHeading: boolean
}

const manyNumbers = messageOf('holds more than one number')
const aDay = messageOf('was taken for a day by the spreadsheet program: format the column as text')

/** Whether a cell holds several numbers: 50000 and 25000 would be read as 5000025000. Blanks are accepted only between thousands. */
const hasManyNumbers = (text: string) =>
  /\d\s+\d/.test(text) && !/^\D*\d{1,3}(?:[ \u00a0\u202f]\d{2,3})*[ \u00a0\u202f]\d{3}(?!\d)/.test(text)

const isFigure = (field: Field): field is Figure => figureNames.some((name) => name === field)

function readFigure(line: Line, field: Figure, cell: Cell, epoch: Epoch): void {
  const typed = line.text[field] ?? ''
  const read =
    typeof cell === 'string' && hasManyNumbers(cell)
      ? { fault: manyNumbers }
      : scheduleSheet.readers[field](cell, epoch)
  if ('fault' in read) {
    line.faults[field] = read.fault
    return
  }
  if (typeof read.value === 'number') line.figures[field] = read.value
  if (read.note) line.notes.push({ ...read.note, field, held: typed })
}

function readCell(line: Line, field: Field, cell: Cell, epoch: Epoch): void {
  const isNothing = isEmptyCell(cell) || (typeof cell === 'string' && field !== 'description' && isBlankWord(cell))
  if (isNothing) return
  line.text[field] = storable(typedText(cell).trim())
  if (isFigure(field)) readFigure(line, field, cell, epoch)
  else if (typeof cell === 'object' && cell && 'fault' in cell) line.faults[field] = cell.fault
  else if (typeof cell === 'object' && cell && 'day' in cell) line.faults[field] = aDay
}

/** Whether a row numbers the columns: 1, 2, 3 and so on; hidden columns leave gaps. */
function hasColumnNumbers({ cells }: Row): boolean {
  const texts = cells.flatMap((cell) => (isEmptyCell(cell) ? [] : [typedText(cell).replace(/[()\s]/g, '')]))
  const isRising = texts.every((text, at) => /^\d{1,3}$/.test(text) && Number(text) > Number(texts[at - 1] ?? 0))
  return texts.length > 2 && texts[0] === '1' && isRising
}

/** Reads the rows below the headings. */
export function readLines(body: readonly Row[], { fields }: Columns<Field>, epoch: Epoch): Line[] {
  return body.map((row) => {
    const texts = row.cells.map(textOf).filter((text) => text !== '')
    const isHeading = hasColumnNumbers(row) || headingsIn(row) > 2
    const line: Line = { row: row.number, text: {}, figures: {}, faults: {}, notes: [], texts, isHeading }
    for (const [field, at] of fields) readCell(line, field, row.cells[at] ?? null, epoch)
    return line
  })
}

/** The name of a left-out row. */
export const nameOfLine = ({ texts, text }: Line) =>
  storable((texts.length > 0 ? texts : Object.values(text)).join(' · ').slice(0, shownLength))

const startsAsTotal = /^(?:(?:grand|net|sub|page|overall|gross)[\s-]*)?total\b/i
const startsAsCarried = /^(?:carried|brought)\s+(?:over|forward|down)\b|^[cb]\s*\/\s*[fod]\b/i
const startsAsTax = /^(?:add|less|deduct|plus|[cis]?gst|(?:labour |bocw )?cess|tax|taxes)\b/i
const namesTax = /\b(?:[cis]?gst|cess|tax|taxes)\b/i
const startsAsWords = /^(?:amount |total )?in words\b|^rupees\b.*\bonly\b/i
const startsAsRounded = /^say\b/i
const isRounded = /^say\b[\s:=.-]*(?:rs\.?|₹|inr)?[\s\d,./-]*$/i

/** Whether unit, quantity or rate show that the row has an item. */
export const isMeasured = ({ text, figures, faults }: Line) =>
  text.unit !== undefined || (figures.quantity ?? 0) !== 0 || (figures.rate ?? 0) !== 0 || faults.quantity !== undefined

/**
 * Recognises a row that is no item: a TOTAL of rows above it; a sum CARRIED from page to page; an amount BESIDE the work, such as GST
 * or the rounded total. A row without an amount whose text is longer than a label (`isText`) may instead continue a description.
 * Undefined for any other row.
 */
export function sumKindOf(
  line: Line,
): { kind: 'TOTAL' | 'CARRIED' | 'BESIDE'; label: string; isText?: boolean } | undefined {
  const { text, figures, texts } = line
  if (text.unit !== undefined && figures.quantity !== undefined) return undefined
  const hasAmount = text.amount !== undefined
  const isBare = hasAmount || text.itemNo === undefined
  for (const label of texts) {
    if (startsAsCarried.test(label)) return { kind: 'CARRIED', label }
    const isLabel = isSumLabel(label)
    if (isLabel || (startsAsTotal.test(label) && isBare))
      return { kind: namesTax.test(label) ? 'BESIDE' : 'TOTAL', label, isText: !hasAmount && !isLabel }
    const isTax = startsAsTax.test(label) && (hasAmount || (isBare && namesTax.test(label)))
    if (isTax || startsAsWords.test(label)) return { kind: 'BESIDE', label }
    if (startsAsRounded.test(label)) return { kind: 'BESIDE', label, isText: !hasAmount && !isRounded.test(label) }
  }
  return undefined
}
