import { latinDigits } from '@plinth/api/kernel/amounts'
import { type Message, messageOf } from '@plinth/api/kernel/messages'
import { maxTaskLevel, maxTaskLevelMessage } from '@plinth/api/works/tasks'
import {
  type Columns,
  columnsOf,
  headingsIn,
  noHeadings,
  repeated,
  shownLength,
  storable,
} from '../../kernel/sheets/sheet-columns.ts'
import { type FilledRow, rowReader, sumFault } from '../../kernel/sheets/sheet-rows.ts'
import { type Cell, type Row, SheetFault } from '../../kernel/sheets/sheet-values.ts'
import { type Judge } from '../../kernel/sheets/sheets.ts'
import { type Facts, type FieldName, judgeFields, type ReadRow, taskSheet } from './task-sheets.rules.ts'

const dotted = /^[1-9]\d{0,5}(?:\.[1-9]\d{0,5})*$/

/** What a spreadsheet turns 1.10 into unless the cell is text. */
const possiblyShortened = /^\d+\.\d*[1-9]$/

function numberFault(typed: string, cell: Cell | undefined): Message | undefined {
  if (typeof cell === 'object' && cell && 'day' in cell)
    return messageOf('was taken for a day by the spreadsheet program: format the column as text')
  if (!dotted.test(typed)) return messageOf('must be a number such as 1.2.3')
  return typed.split('.').length > maxTaskLevel + 1 ? messageOf(maxTaskLevelMessage) : undefined
}

/** The limit for all texts of a sheet, in characters: they stay in memory until the last row is judged. */
const maxTextLength = 20_000_000

/** The row for a sum of other rows: it has a fault and no number. */
const rejectedSumRow = ({ number: row }: Row, sumLabel: string): ReadRow => ({
  row,
  refId: `Row ${row}`,
  number: undefined,
  given: {},
  typed: { title: sumLabel.slice(0, shownLength) },
  faults: [sumFault(taskSheet)],
  notes: [],
})

function judge(columns: Columns<FieldName>, readOf: (row: Row) => FilledRow<FieldName>): (row: Row) => ReadRow {
  const seen = new Map<string, number>()
  const keyColumn = columns.fields.find(([field]) => field === 'number')?.[1] ?? -1
  let length = 0
  return (sheetRow) => {
    const read = readOf(sheetRow)
    if (read.sumLabel !== undefined) return rejectedSumRow(sheetRow, read.sumLabel)
    const fields = judgeFields(read.given)
    const faults = [...read.faults, ...fields.faults]
    const number = latinDigits(read.typed.number ?? '')
    const fault = number === '' ? messageOf('is required') : numberFault(number, sheetRow.cells[keyColumn])
    const first = fault === undefined ? repeated(seen, number, sheetRow.number) : undefined
    if (fault !== undefined && !faults.some(([field]) => field === 'number')) faults.push(['number', fault])
    if (first !== undefined)
      faults.push([
        'number',
        possiblyShortened.test(number)
          ? messageOf('is also that of row {row}. If one of them is {number}, format the column as text', {
              row: first,
              number: `${number}0`,
            })
          : messageOf('is also that of row {row}', { row: first }),
      ])
    length += Object.values(fields.given).reduce<number>((sum, value) => sum + String(value).length, 0)
    if (length > maxTextLength)
      throw new SheetFault('The sheet holds more text than can be stored at once. Please split it.')
    return {
      row: sheetRow.number,
      refId: storable(number.slice(0, shownLength)) || `Row ${sheetRow.number}`,
      number: fault === undefined && first === undefined ? number : undefined,
      given: fields.given,
      typed: Object.fromEntries(Object.entries(read.typed).map(([field, text]) => [field, text.slice(0, shownLength)])),
      faults,
      notes: read.notes,
    }
  }
}

/** The rules that the worker thread applies to a sheet. */
export const rules: Judge<Facts, ReadRow> = {
  headingsIn: (headings) => headingsIn(taskSheet, headings),
  noHeadings: noHeadings(taskSheet),
  begin(headings, epoch) {
    const columns = columnsOf(taskSheet, headings)
    const { look, read } = rowReader(taskSheet, columns, epoch)
    const { ignored, names, fields } = columns
    return { facts: { ignored: ignored.map(storable), names, fields }, look, judge: judge(columns, read) }
  },
}
