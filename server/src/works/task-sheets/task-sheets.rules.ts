import { type Message, messageOfIssue } from '@plinth/api/kernel/messages'
import { sheetTask } from '@plinth/api/works/task-sheets'
import { task, taskLabels } from '@plinth/api/works/tasks'
import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import { type Columns, type FieldFault, sheetShape, withHeadings } from '../../kernel/sheets/sheet-columns.ts'
import type { FieldNote } from '../../kernel/sheets/sheet-rows.ts'
import { taskSynonyms } from './task-synonyms.rules.ts'

/** The headings of a sheet, in column order; an upload accepts them and the wire names. */
const labels = { number: 'Number', ...taskLabels }
export type FieldName = keyof typeof labels
export type TaskField = Exclude<FieldName, 'number'>

/** The columns of a task sheet. */
export const taskSheet = sheetShape<FieldName>({
  fields: sheetTask.shape,
  labels,
  key: 'number',
  aliases: { hierarchyPath: 'number', WBS: 'number' },
  synonyms: taskSynonyms,
  blankable: ['units', 'taskType', 'assignedTo'],
  sums: {
    label: 'title',
    own: ['description', 'units', 'status', 'taskType', 'priority', 'assignedTo', 'givenStartDate', 'givenEndDate'],
    fault: 'says that the row is a sum of others. Please remove it. A task of that name needs its status.',
  },
  serverSet: Object.keys(task.shape).filter((name) => !(name in sheetTask.shape)),
})

const isTaskField = (name: FieldName): name is TaskField => name !== 'number'
export const taskFieldNames = taskSheet.names.filter(isTaskField)
/** Whether the field is required: an empty cell then leaves it unchanged. */
export const isRequired = (name: TaskField) => !(sheetTask.shape[name] instanceof z.ZodMiniOptional)

/** Valid values by field; an empty field is null. */
export type Values = Partial<Record<TaskField, unknown>>

/** A row of a sheet, judged without knowledge of the project. */
export interface ReadRow {
  row: number
  refId: string
  /** Undefined if it is missing or invalid, or repeats the number of an earlier row. */
  number: string | undefined
  given: Values
  /** The cells as typed, shown in faults. */
  typed: Partial<Record<FieldName, string>>
  faults: FieldFault<FieldName>[]
  notes: FieldNote<FieldName>[]
}

export type Facts = Pick<Columns<FieldName>, 'ignored' | 'names' | 'fields'>

const row = z.partial(sheetTask)

/** Separates the valid fields from the faults of the others. */
export function judgeFields(values: Partial<Record<FieldName, unknown>>): {
  given: Values
  faults: FieldFault<FieldName>[]
} {
  const { number: _, ...rest } = values
  const { error, data } = safeParse(row, rest)
  if (!error) return { given: data, faults: [] }
  const faults = new Map<FieldName, Message>()
  for (const issue of error.issues) {
    const field = taskFieldNames.find((name) => name === issue.path[0])
    if (field && !faults.has(field)) faults.set(field, withHeadings(taskSheet, messageOfIssue(issue)))
  }
  const valid = Object.entries(rest).filter(([name]) => ![...faults.keys()].some((field) => field === name))
  return { given: faults.size > 0 ? judgeFields(Object.fromEntries(valid)).given : {}, faults: [...faults] }
}
