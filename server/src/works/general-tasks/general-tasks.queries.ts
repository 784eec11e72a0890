import { noteModules } from '@plinth/api/documents/notes'
import type { Body } from '@plinth/api/kernel/endpoint'
import {
  type countGeneralTasks,
  type createGeneralTask,
  type exportGeneralTasks,
  type filterGeneralTasks,
  type GeneralTask,
  type ListedGeneralTask,
  listedGeneralTask,
  type RelatedRecord,
  relatedRecords,
  type setGeneralTaskState,
  type updateGeneralTask,
} from '@plinth/api/works/general-tasks'
import { type RawBuilder, sql } from 'kysely'
import { recordPlaces, requireRecord } from '../../documents/notes/notes.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { aboutField } from '../../kernel/errors.ts'
import { viewersOf } from '../../kernel/http/permissions.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { contains, equals, matches, oneOf, onOrAfter, onOrBefore, within } from '../../kernel/records/conditions.ts'
import { type Find, findIn } from '../../kernel/records/found-records.ts'
import { everyRule } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { linesOf, replaceLines, tick } from './checklists.queries.ts'
import { generalTaskQuickRules } from './general-task-quick-filters.queries.ts'

/** The column of each kind of record that a task can be linked to, by its wire name. */
const places = relatedRecords.map((type) => ({ type, ...recordPlaces[type] }))

/** The column that refers to such a record, and the name of the record `r`. */
const related: Record<RelatedRecord, { column: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  CONTRACT: { column: sql.ref('general_tasks.contract_id'), name: sql`r.contract_name` },
  DEPOSIT: { column: sql.ref('general_tasks.deposit_id'), name: sql`concat_ws(' ', r.deposit_type, r.instrument_no)` },
  INSTRUMENT: { column: sql.ref('general_tasks.instrument_id'), name: sql`concat_ws(' ', r.kind, r.number)` },
  PROJECT: { column: sql.ref('general_tasks.project_id'), name: sql`r.project_name` },
  TASK: { column: sql.ref('general_tasks.task_id'), name: sql`r.title` },
}
const caseOfRelated = (valueOf: (type: RelatedRecord) => RawBuilder<unknown>) =>
  sql`case ${sql.join(
    relatedRecords.map((type) => sql`when ${related[type].column} is not null then ${valueOf(type)}`),
    sql` `,
  )} end`

/** The name of a live linked record; null for users who may not view such records. */
const nameOf = (type: RelatedRecord) => sql`(select ${related[type].name} from ${sql.table(recordPlaces[type].table)} r
  where r.tenant_id = general_tasks.tenant_id and r.id = ${related[type].column} and r.deleted_at is null
    and (select app.may(${sql.lit(noteModules[type])}, 'canView')))`

const usernameOf = (column: string) => sql`(select u.username from users u
  where u.tenant_id = general_tasks.tenant_id and u.id = ${sql.ref(`general_tasks.${column}`)})`

const lineCountWhere = (which: RawBuilder<unknown>) => sql`(select count(*) from general_task_lines l
  where l.tenant_id = general_tasks.tenant_id and l.task_id = general_tasks.id and l.deleted_at is null and ${which})`

const columnOfNext = (column: string) => sql`(select ${sql.ref(`n.${column}`)} from general_tasks n
  where n.tenant_id = general_tasks.tenant_id and n.follows_id = general_tasks.id and n.deleted_at is null)`

type Columns = Record<(typeof places)[number]['column'], string | null>

const tasks = records<ListedGeneralTask & Columns>({
  table: 'general_tasks',
  fields: [
    'title',
    'note',
    'assigneeId',
    'dueOn',
    'priority',
    'repeatEvery',
    'repeatUnit',
    'repeatFrom',
    ...places.map(({ column }) => column),
  ],
  fixed: ['state', 'recordId', 'seriesOn', 'doneAt', 'doneBy'],
  computed: {
    recordType: caseOfRelated((type) => sql.lit(type)),
    recordName: caseOfRelated(nameOf),
    recordContractId: sql`(select d.contract_id from security_deposits d
      where d.tenant_id = general_tasks.tenant_id and d.id = general_tasks.deposit_id)`,
    assigneeName: usernameOf('assignee_id'),
    doneByName: usernameOf('done_by'),
    lineCount: lineCountWhere(sql`true`),
    doneLines: lineCountWhere(sql`l.is_done`),
    requiredOpenLines: lineCountWhere(sql`l.is_required and not l.is_done`),
    nextId: columnOfNext('id'),
    nextDueOn: columnOfNext('due_on'),
    ...authorsOf('general_tasks'),
  },
})
const { column } = tasks

/** The same table for `setState`, which edits only the state. */
const states = records<Pick<ListedGeneralTask, 'id' | 'state' | 'updatedAt'>>({
  table: 'general_tasks',
  fields: ['state'],
})

type Filter = Omit<Body<typeof exportGeneralTasks>, 'sort' | 'format' | 'columns'>

const conditionsOf = (filter: Filter) => [
  matches([column('title'), column('note')], filter.search),
  ...everyRule(generalTaskQuickRules, filter.quickFilters),
  contains(column('title'), filter.title),
  oneOf(column('state'), filter.state),
  oneOf(column('priority'), filter.priority),
  equals(column('assigneeId'), filter.assigneeId),
  onOrAfter(column('dueOn'), filter.dueFrom),
  onOrBefore(column('dueOn'), filter.dueTo),
  equals(column('recordId'), filter.recordId),
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterGeneralTasks>) =>
  tasks.search(db, { where: conditionsOf(filter), sort, pagination })

/** How many tasks of a search match each quick filter. */
export const counts = (db: Db, filter: Body<typeof countGeneralTasks>) =>
  tasks.counts(db, conditionsOf(filter), generalTaskQuickRules)

/** Throws 400 when more tasks meet the filters than an export may hold. */
export async function exported(db: Db, { format, columns, sort, ...filter }: Body<typeof exportGeneralTasks>) {
  const found = tasks.walk(db, { where: conditionsOf(filter), sort })
  return exportOf(found, { name: 'General tasks', entity: listedGeneralTask, columns, format, by: await companyOf(db) })
}

const findable = { name: column('title'), detail: usernameOf('assignee_id'), status: column('state') }
export const find: Find = (db, sought) => findIn(db, 'general_tasks', findable, sought)

/** The users whom a task can be assigned to. */
export const assignees = (db: Db) => viewersOf(db, 'General Tasks')

/** Throws 404. */
export async function get(db: Db, id: string): Promise<GeneralTask> {
  return { ...(await tasks.get(db, { id })), lines: await linesOf(db, id) }
}

type RecordLink = Pick<Body<typeof updateGeneralTask>, 'recordType' | 'recordId'>

/** Sets the column of the linked record and clears the columns of the other kinds; empty where the body does not mention the link. */
const columnsOf = ({ recordType, recordId }: RecordLink) =>
  recordType === undefined
    ? {}
    : Object.fromEntries(places.map(({ type, column: name }) => [name, type === recordType ? recordId : null]))

/** Throws 404 when there is no such record, and 403 when the caller may not view it. */
async function requireRelated(db: Db, { recordType, recordId }: RecordLink): Promise<void> {
  if (recordType && recordId) await aboutField('recordId', requireRecord(db, { recordType, recordId }, 'canView'))
}

/** Throws 400 for an assignee who may not view general tasks and for an incomplete repetition, 404 and 403 for the linked record. */
export async function create(db: Db, { lines, ...values }: Body<typeof createGeneralTask>): Promise<GeneralTask> {
  await requireRelated(db, values)
  const { id } = await tasks.insert(db, { ...values, ...columnsOf(values) })
  if (lines) await replaceLines(db, id, lines)
  return get(db, id)
}

/** Throws 404, 400, 403 and 409 as `create` and `replaceLines` do, and 412. */
export async function update(
  db: Db,
  id: string,
  { lines, ...values }: Body<typeof updateGeneralTask>,
): Promise<GeneralTask> {
  const stored = await tasks.getForUpdate(db, { id })
  // The record linked before may be deleted, or hidden from the caller; an edit that leaves the link alone still passes.
  const isSame = stored.recordType === values.recordType && stored.recordId === values.recordId
  if (!isSame) await requireRelated(db, values)
  await tasks.update(db, { id }, { ...values, ...columnsOf(values) })
  if (lines) await replaceLines(db, id, lines)
  return get(db, id)
}

/** Throws 404, 412, and 409 for a step that the state does not allow or for required checklist lines that are not ticked. */
export async function setState(db: Db, id: string, body: Body<typeof setGeneralTaskState>): Promise<GeneralTask> {
  const { state } = await states.getForUpdate(db, { id })
  // When two users finish a task at the same moment, the second finds it done already and changes nothing.
  if (state !== body.state) await states.update(db, { id }, body)
  return get(db, id)
}

/** Throws 404, and 409 where the task is done or cancelled. */
export async function setLine(
  db: Db,
  { id, lineId }: { id: string; lineId: string },
  isDone: boolean,
): Promise<GeneralTask> {
  // Locks the task before its line, in the order that every writer uses.
  await states.getForUpdate(db, { id })
  await tick(db, id, lineId, isDone)
  return get(db, id)
}

/** Throws 404. */
export const remove = (db: Db, id: string) => tasks.remove(db, { id })
