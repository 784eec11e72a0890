import type { ScheduleItemKind } from '@plinth/api/money/agreement-choices'
import { maxDescriptionLength } from '@plinth/api/works/schedule-items'
import type { Field } from './headings.rules.ts'
import { type ItemNumber, isNumberLike, itemNumberOf } from './item-numbers.rules.ts'
import { isMeasured, type Line, nameOfLine, sumKindOf } from './lines.rules.ts'

/** A section or an item, with the rows that continue its description. */
export interface Entry {
  kind: ScheduleItemKind
  /** Its first row. */
  row: number
  number: ItemNumber | undefined
  description: string
  /** The lines of its cells: the number may be in a row above the quantity. */
  lines: [first: Line, ...more: Line[]]
  /** Rows that continue the description and hold an amount. */
  amounts: Line[]
}

/** What the rows of a sheet below its headings are, in their order. */
export type Step =
  | { is: 'ENTRY'; entry: Entry }
  | { is: 'TOTAL'; label: string; line: Line }
  | { is: 'LEFT_OUT'; row: number; text: string; kind: 'BESIDE' | 'OTHER' }

const isNote = (text: string) => /^(?:note|notes|n\.?b|remarks?)\b/i.test(text)

/** How much of a text decides whether it is a title; a limit, because each row may be compared with a long text above it. */
const maxTitleLength = 500

/** Whether all letters are capitals, as in PART A and ELECTRICAL WORKS. */
function isInCapitals(text: string): boolean {
  const title = text.slice(0, maxTitleLength)
  return (title.match(/\p{Lu}/gu)?.length ?? 0) > 2 && !/\p{Ll}/u.test(title)
}

/** The section that a row starts; undefined for a note, and for a row without number and text. */
function sectionOf(line: Line): Entry | undefined {
  const { itemNo, description } = line.text
  const isTitle = itemNo !== undefined && description === undefined && !isNumberLike(itemNo)
  const text = isTitle ? itemNo : description
  if (isNote(itemNo ?? text ?? 'Note')) return undefined
  const number = itemNo === undefined || isTitle ? undefined : itemNumberOf(itemNo)
  return { kind: 'SECTION', row: line.row, number, description: text ?? '', lines: [line], amounts: [] }
}

const itemOf = (line: Line): Entry => ({
  kind: 'ITEM',
  row: line.row,
  number: line.text.itemNo === undefined ? undefined : itemNumberOf(line.text.itemNo),
  description: line.text.description ?? '',
  lines: [line],
  amounts: [],
})

/** A description that is too long already is a fault and is not extended: thousands of rows would copy it again each time. */
const append = (entry: Entry, text: string | undefined) => {
  if (text && entry.description.length <= maxDescriptionLength)
    entry.description = `${entry.description} ${text}`.trim()
}

/** Continues a description with a row, and keeps the amount of that row. */
function continueEntry(entry: Entry, line: Line): void {
  append(entry, line.text.description)
  if ((line.figures.amount ?? 0) !== 0 || line.faults.amount) entry.amounts.push(line)
}

/** Whether a text without a number continues the entry above it. */
function continues(last: Entry, lastRow: number, line: Line): boolean {
  const text = line.text.description ?? ''
  if (line.text.itemNo !== undefined || (isInCapitals(text) && !isInCapitals(last.description))) return false
  // Titles in consecutive rows are one title, even with blank rows between them.
  return line.row === lastRow + 1 || (last.kind === 'SECTION' && last.number === undefined)
}

/** Whether a line completes an item whose number and description came first, with unit and quantity in a later row. */
const completesItem = (last: Entry, line: Line) =>
  last.kind === 'SECTION' && last.number !== undefined && line.text.itemNo === undefined

function stepsOf(lines: readonly Line[]): Step[] {
  const steps: Step[] = []
  let last: Entry | undefined
  let lastRow = 0
  const leaveOut = (line: Line, kind: 'BESIDE' | 'OTHER') =>
    steps.push({ is: 'LEFT_OUT', row: line.row, text: nameOfLine(line), kind })
  const begin = (entry: Entry) => {
    steps.push({ is: 'ENTRY', entry })
    last = entry
  }
  function take(line: Line): void {
    const sum = line.isHeading ? undefined : sumKindOf(line)
    const isMore = last !== undefined && line.text.description !== undefined && continues(last, lastRow, line)
    if (line.isHeading || sum?.kind === 'CARRIED') leaveOut(line, 'OTHER')
    else if (sum && !(sum.isText && isMore)) {
      if (sum.kind === 'TOTAL' && line.figures.amount) steps.push({ is: 'TOTAL', label: sum.label, line })
      else leaveOut(line, sum.kind === 'TOTAL' ? 'OTHER' : 'BESIDE')
      last = undefined
    } else if (isMeasured(line)) {
      if (!last || !completesItem(last, line)) return begin(itemOf(line))
      last.kind = 'ITEM'
      last.lines.push(line)
      append(last, line.text.description)
    } else if (last && isMore) continueEntry(last, line)
    else {
      const section = sectionOf(line)
      if (section) begin(section)
      else leaveOut(line, 'OTHER')
    }
  }
  for (const line of lines) {
    take(line)
    lastRow = line.row
  }
  return steps
}

/** Turns numbered texts below the last total into left-out rows: they are terms of the tender. */
function withoutTerms(steps: readonly Step[]): Step[] {
  const lastItem = steps.findLastIndex((step) => step.is === 'ENTRY' && step.entry.kind === 'ITEM')
  const end = steps.findIndex((step, at) => at > lastItem && step.is !== 'ENTRY')
  return steps.map((step, at) =>
    step.is === 'ENTRY' && end >= 0 && at > end
      ? { is: 'LEFT_OUT', row: step.entry.row, text: step.entry.description, kind: 'OTHER' }
      : step,
  )
}

/** Sorts the lines of a sheet into sections, items, totals and rows that are left out. */
export const entriesOf = (lines: readonly Line[]): Step[] => withoutTerms(stepsOf(lines))

/** The last line of an entry that has a cell for the field, else its first line. */
export const lineOf = ({ lines }: Entry, field: Field): Line =>
  lines.findLast(({ text }) => text[field] !== undefined) ?? lines[0]
