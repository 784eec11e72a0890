import * as z from 'zod/mini'
import type { NoteRecord } from '../documents/notes.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { repeatUnits } from './repetition.ts'

export const about = 'Tasks outside of projects: assignee, due day, repetition and checklist.'

const base = '/common/api/general-tasks'
const module = 'General Tasks'

/** A done or cancelled task can be reopened. */
export const generalTaskStates = ['OPEN', 'DOING', 'DONE', 'CANCELLED'] as const
export type GeneralTaskState = (typeof generalTaskStates)[number]

export const generalTaskPriorities = ['LOW', 'NORMAL', 'HIGH'] as const

/** The kinds of record that a task can be linked to. */
export const relatedRecords = [
  'CONTRACT',
  'DEPOSIT',
  'INSTRUMENT',
  'PROJECT',
  'TASK',
] as const satisfies readonly NoteRecord[]
export type RelatedRecord = (typeof relatedRecords)[number]

/** The most lines of a checklist. */
export const maxTaskLines = 20

const taskFields = {
  title: f.requiredText(300),
  note: f.optional(f.text(4000)),
  /** The linked record, by kind and id. */
  recordType: f.optional(z.enum(relatedRecords)),
  recordId: f.optional(f.id),
  assigneeId: f.optional(f.id),
  dueOn: f.optional(f.day),
  priority: z.enum(generalTaskPriorities),
  /**
   * Finishing a task that repeats creates the next one, due on the day of the series after `seriesOn`; the series is counted from
   * `repeatFrom`.
   */
  repeatEvery: f.optional(f.whole(1, 365)),
  repeatUnit: f.optional(z.enum(repeatUnits)),
  /** Null means the due day at the time the repetition was entered. */
  repeatFrom: f.optional(f.day),
}

/** The labels of the fields on the screen and in exports. */
export const generalTaskLabels = {
  title: 'Title',
  note: 'Note',
  recordType: 'Concerns',
  recordId: 'Record',
  assigneeId: 'Assigned to',
  dueOn: 'Due by',
  priority: 'Priority',
  repeatEvery: 'Repeats every',
  repeatUnit: 'Unit',
  repeatFrom: 'Counted from',
  lines: 'Checklist',
  state: 'State',
  doneAt: 'Done at',
} as const

/** The column labels of the list. */
export const generalTaskColumnLabels = {
  title: generalTaskLabels.title,
  recordName: generalTaskLabels.recordType,
  assigneeName: generalTaskLabels.assigneeId,
  dueOn: generalTaskLabels.dueOn,
  priority: generalTaskLabels.priority,
  state: generalTaskLabels.state,
  lineCount: generalTaskLabels.lines,
  repeatEvery: generalTaskLabels.repeatEvery,
  doneAt: generalTaskLabels.doneAt,
  doneByName: 'Done by',
  note: generalTaskLabels.note,
} as const

/** A line of the checklist as it is sent; a line with an id exists already. */
const checklistLineInput = z.strictObject({
  id: f.optional(f.id),
  text: f.requiredText(300),
  /** The task cannot be done before this line is ticked. */
  isRequired: z._default(z.boolean(), false),
  // A line is ticked by a call of its own, so that an edit of the list never overwrites somebody's tick.
  ...r.ignored('isDone'),
})
export type ChecklistLineInput = z.infer<typeof checklistLineInput>

const checklistInput = z.array(checklistLineInput).check(
  z.maxLength(maxTaskLines, { error: 'must be at most {max} lines' }),
  z.refine(
    (lines) => {
      const ids = lines.flatMap(({ id }) => id ?? [])
      return new Set(ids).size === ids.length
    },
    { error: 'must name each line once' },
  ),
)

export const generalTaskLine = z.object({ id: f.id, text: z.string(), isRequired: z.boolean(), isDone: z.boolean() })
export type GeneralTaskLine = z.infer<typeof generalTaskLine>

/** The fields of a task that are not edited with it. */
const serverFields = {
  state: z.enum(generalTaskStates),
  /** The name of the linked record; null where there is none, it was deleted, or the caller may not view such records. */
  recordName: z.nullable(z.string()),
  /** The contract of a linked deposit. */
  recordContractId: z.nullable(f.id),
  assigneeName: z.nullable(z.string()),
  /** For a task that repeats: its day in the series, independent of moves. */
  seriesOn: z.nullable(f.day),
  doneAt: z.nullable(f.moment),
  doneBy: z.nullable(f.id),
  doneByName: z.nullable(z.string()),
  /** The number of checklist lines, of ticked lines, and of required lines that are not ticked. */
  lineCount: z.int(),
  doneLines: z.int(),
  requiredOpenLines: z.int(),
  /** For a repeating task that was done: the task that this created, and its due day. */
  nextId: z.nullable(f.id),
  nextDueOn: z.nullable(f.day),
  ...r.authors,
}

/** A task as lists return it. */
export const listedGeneralTask = r.stored({ id: f.id, ...taskFields, ...serverFields })
export type ListedGeneralTask = z.infer<typeof listedGeneralTask>

export const generalTask = z.extend(listedGeneralTask, { lines: z.array(generalTaskLine) })
export type GeneralTask = z.infer<typeof generalTask>

const needsRecordId = z.refine<{ recordType?: unknown; recordId?: unknown }>(
  ({ recordType, recordId }) => (recordType ?? null) === null || (recordId ?? null) !== null,
  { error: 'is required with {field}', params: { field: 'recordType' }, path: ['recordId'] },
)
const needsRecordType = z.refine<{ recordType?: unknown; recordId?: unknown }>(
  ({ recordType, recordId }) => (recordId ?? null) === null || (recordType ?? null) !== null,
  { error: 'is required with {field}', params: { field: 'recordId' }, path: ['recordType'] },
)

/** A new task is open. */
export const generalTaskInput = r
  .createBody({ ...taskFields, lines: z.optional(checklistInput) }, { priority: 'NORMAL' }, r.namesOf(serverFields))
  .check(needsRecordId, needsRecordType)

/** The lines sent replace the whole checklist. The state is changed by a call of its own. */
export const generalTaskEdit = r
  .editBody({ ...taskFields, lines: checklistInput }, r.namesOf(serverFields))
  .check(needsRecordId, needsRecordType)

/**
 * The quick filters of the list. MINE is open and assigned to the caller; THIS_WEEK is due from today to Sunday; DONE_LATELY is done
 * within seven days.
 */
export const generalTaskQuickFilters = ['MINE', 'OVERDUE', 'TODAY', 'THIS_WEEK', 'WITHOUT_DAY', 'DONE_LATELY'] as const
export type GeneralTaskQuickFilter = (typeof generalTaskQuickFilters)[number]

const taskFilters = {
  /** Words, each of which must occur in the title or the note. */
  search: textFilter,
  quickFilters: everyOf(generalTaskQuickFilters),
  title: textFilter,
  state: anyOf(generalTaskStates),
  priority: anyOf(generalTaskPriorities),
  assigneeId: filterBy(f.id),
  /** Due on these days, both inclusive. */
  dueFrom: filterBy(f.day),
  dueTo: filterBy(f.day),
  /** The id of the linked record. */
  recordId: filterBy(f.id),
}

export const generalTaskLineLabels = { text: 'Line', isRequired: 'Required', isDone: 'Ticked' } as const

export const audited = {
  general_tasks: { record: generalTask, labels: generalTaskLabels },
  general_task_lines: { record: generalTaskLine, labels: generalTaskLineLabels },
}

export const filterGeneralTasks = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search general tasks',
  allow: { module, can: 'canView' },
  body: filterBody(taskFilters, listedGeneralTask),
  response: page(listedGeneralTask),
})

export const countGeneralTasks = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of general tasks of a search that meet each quick filter',
  allow: { module, can: 'canView' },
  body: countBody(taskFilters),
  response: quickCounts(generalTaskQuickFilters),
})

export const exportGeneralTasks = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The general tasks found by a search as a sheet, with the requested columns',
  allow: { module, can: 'canReport' },
  body: exportBody(taskFilters, listedGeneralTask),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const listGeneralTaskAssignees = endpoint({
  method: 'GET',
  path: `${base}/assignees`,
  summary: 'The people to whom a general task can be assigned: those who may view general tasks, by name',
  allow: { module, can: 'canView' },
  response: z.array(z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()) })),
})

export const getGeneralTask = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One general task, with its checklist',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: generalTask,
})

export const createGeneralTask = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a general task',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: generalTaskInput,
  response: generalTask,
})

export const updateGeneralTask = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a general task; the given lines replace its checklist',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: generalTaskEdit,
  response: generalTask,
})

export const setGeneralTaskState = endpoint({
  method: 'PUT',
  path: `${base}/:id/state`,
  summary:
    'Begin, finish, cancel or reopen a general task; the next occurrence of a repeated task is created once it is done',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: z.strictObject({ state: z.enum(generalTaskStates), updatedAt: f.optional(f.moment) }),
  response: generalTask,
})

export const setGeneralTaskLine = endpoint({
  method: 'PUT',
  path: `${base}/:id/lines/:lineId`,
  summary: 'Tick a line of the checklist of an open general task, or untick it',
  allow: { module, can: 'canEdit' },
  params: z.object({ id: f.id, lineId: f.id }),
  body: z.strictObject({ isDone: z.boolean() }),
  response: generalTask,
})

export const deleteGeneralTask = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a general task',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})
