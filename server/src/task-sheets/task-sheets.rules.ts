import { sheetTask } from '@plinth/api/task-sheets'
import { maxTaskLevel, maxTaskLevelMessage, task, taskLabels } from '@plinth/api/tasks'
import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import {
  type Columns,
  columnsOf,
  type FieldFault,
  headingsIn,
  noHeadings,
  readRow,
  repeated,
  sheetShape,
  shownLength,
  storable,
  worded,
} from '../kernel/sheet-columns.ts'
import { type Cell, type Judge, type Row, SheetFault } from '../kernel/sheets.ts'

/** The headings of a sheet, in its order; either they or the wire names are read. */
const labels = { number: 'Number', ...taskLabels }
export type FieldName = keyof typeof labels
export type TaskField = Exclude<FieldName, 'number'>

/** A task as a row of a sheet. */
export const taskSheet = sheetShape<FieldName>({
  fields: sheetTask.shape,
  labels,
  key: 'number',
  aliases: { hierarchypath: 'number', wbs: 'number' },
  serverSet: Object.keys(task.shape).filter((name) => !(name in sheetTask.shape)),
})

const isTaskField = (name: FieldName): name is TaskField => name !== 'number'
export const taskFieldNames = taskSheet.names.filter(isTaskField)
/** Of a required field an empty cell says nothing. */
export const isRequired = (name: TaskField) => !(sheetTask.shape[name] instanceof z.ZodMiniOptional)

/** Sound values by field; an empty field is null. */
export type Values = Partial<Record<TaskField, unknown>>

/** A row of a sheet by itself: what the thread that reads it can tell without the project. */
export interface ReadRow {
  row: number
  refId: string
  /** Undefined where it is none, or another row's too. */
  number: string | undefined
  given: Values
  /** As it was typed, to name in a fault. */
  typed: Partial<Record<FieldName, string>>
  faults: FieldFault<FieldName>[]
}

export type Facts = Pick<Columns<FieldName>, 'ignored' | 'names' | 'fields'>

const dotted = /^[1-9]\d{0,5}(?:\.[1-9]\d{0,5})*$/

/** What a spreadsheet makes of 1.10 where its cells are no text. */
const maybeShortened = /^\d+\.\d*[1-9]$/
const asText = 'format the column as text'

function numberFault(typed: string, cell: Cell | undefined): string | undefined {
  if (typeof cell === 'object' && cell && 'day' in cell)
    return `was taken for a day by the spreadsheet program: ${asText}`
  if (!dotted.test(typed)) return 'must be a number such as 1.2.3'
  return typed.split('.').length > maxTaskLevel + 1 ? maxTaskLevelMessage : undefined
}

const row = z.partial(sheetTask)

/** The fields that are sound, and what is wrong with the others. */
function judgeFields(given: Partial<Record<FieldName, unknown>>): { given: Values; faults: FieldFault<FieldName>[] } {
  const { number: _, ...rest } = given
  const { error, data } = safeParse(row, rest)
  if (!error) return { given: data, faults: [] }
  const faults = new Map<FieldName, string>()
  for (const { path, message } of error.issues) {
    const field = taskFieldNames.find((name) => name === path[0])
    if (field && !faults.has(field)) faults.set(field, worded(taskSheet, message))
  }
  const sound = Object.entries(rest).filter(([name]) => ![...faults.keys()].some((field) => field === name))
  return { given: faults.size > 0 ? judgeFields(Object.fromEntries(sound)).given : {}, faults: [...faults] }
}

/** All texts of a sheet, in characters: they are held until the last row is judged. */
const longestTexts = 20_000_000

function judge(columns: Columns<FieldName>): (row: Row) => ReadRow {
  const seen = new Map<string, number>()
  const keyColumn = columns.fields.find(([field]) => field === 'number')?.[1] ?? -1
  let length = 0
  return (sheetRow) => {
    const read = readRow(taskSheet, columns, sheetRow)
    const fields = judgeFields(read.given)
    const faults = [...read.faults, ...fields.faults]
    const number = read.typed.number ?? ''
    const fault = number === '' ? 'is required' : numberFault(number, sheetRow.cells[keyColumn])
    const first = fault === undefined ? repeated(seen, number, sheetRow.number) : undefined
    if (fault !== undefined && !faults.some(([field]) => field === 'number')) faults.push(['number', fault])
    if (first !== undefined)
      faults.push([
        'number',
        `is also that of row ${first}${maybeShortened.test(number) ? `. If one of them is ${number}0, ${asText}` : ''}`,
      ])
    length += Object.values(fields.given).reduce<number>((sum, value) => sum + String(value).length, 0)
    if (length > longestTexts)
      throw new SheetFault('The sheet holds more text than can be stored at once. Please split it.')
    return {
      row: sheetRow.number,
      refId: storable(number.slice(0, shownLength)) || `Row ${sheetRow.number}`,
      number: fault === undefined && first === undefined ? number : undefined,
      given: fields.given,
      typed: Object.fromEntries(Object.entries(read.typed).map(([field, text]) => [field, text.slice(0, shownLength)])),
      faults,
    }
  }
}

/** What the thread that reads a sheet goes by. */
export const rules: Judge<Facts, ReadRow> = {
  headingsIn: (headings) => headingsIn(taskSheet, headings),
  noHeadings: noHeadings(taskSheet),
  begin(headings) {
    const columns = columnsOf(taskSheet, headings)
    const { ignored, names, fields } = columns
    return { facts: { ignored: ignored.map(storable), names, fields }, judge: judge(columns) }
  },
}
