import { type addNote, type Note, type NoteRecord, noteModules } from '@plinth/api/documents/notes'
import type { Body } from '@plinth/api/kernel/endpoint'
import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { requirePermission, viewersOf } from '../../kernel/http/permissions.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

/** The table of each kind of record that has notes, and the wire name of the note's column that refers to it. */
export const recordPlaces = {
  CONTRACT: { table: 'contracts', column: 'contractId' },
  DEPOSIT: { table: 'security_deposits', column: 'depositId' },
  INSTRUMENT: { table: 'instruments', column: 'instrumentId' },
  PROJECT: { table: 'projects', column: 'projectId' },
  TASK: { table: 'tasks', column: 'taskId' },
  GENERAL_TASK: { table: 'general_tasks', column: 'generalTaskId' },
} as const satisfies Record<NoteRecord, { table: string; column: string }>

const notes = records<Note>({
  table: 'notes',
  fields: ['kind', 'text', 'happenedOn', 'mentions'],
  fixed: ['recordId'],
  computed: {
    recordType: sql`case when notes.contract_id is not null then 'CONTRACT' when notes.deposit_id is not null then 'DEPOSIT'
      when notes.instrument_id is not null then 'INSTRUMENT' when notes.project_id is not null then 'PROJECT'
      when notes.task_id is not null then 'TASK' else 'GENERAL_TASK' end`,
    mentionNames: sql`array(select u.username from unnest(notes.mentions) with ordinality named (id, place)
      join users u on u.tenant_id = notes.tenant_id and u.id = named.id order by named.place)`,
    ...authorsOf('notes'),
  },
})

/** The record of a note. */
interface RecordRef {
  recordType: NoteRecord
  recordId: string
}

interface Page {
  before?: string | undefined
  size: number
}

/** Throws 404 when the company has no such live row in the table, 403 when the caller lacks the flag in its module. */
export async function requireRow(db: Db, table: string, id: string, [module, flag]: [ModuleName, Flag]): Promise<void> {
  const found = await sql`select from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db)
  if (found.rows.length === 0) throw notFound()
  await requirePermission(db, module, flag)
}

/** Throws 404 when the company has no such record, 403 when the caller lacks the flag in its module. */
export const requireRecord = (db: Db, { recordType, recordId }: RecordRef, flag: Flag): Promise<void> =>
  requireRow(db, recordPlaces[recordType].table, recordId, [noteModules[recordType], flag])

/**
 * The notes of a record by their day, newest first, starting after `before`. Throws 404, and 403 without permission for
 * its module.
 */
export async function list(db: Db, of: RecordRef, { before, size }: Page): Promise<Note[]> {
  await requireRecord(db, of, 'canView')
  const { column } = notes
  const where = [
    sql<SqlBool>`${column('recordId')} = ${of.recordId}`,
    before === undefined
      ? undefined
      : sql<SqlBool>`(${column('happenedOn')}, ${column('id')}) < (select b.happened_on, b.id from notes b where b.id = ${before})`,
  ]
  const sort = { field: 'happenedOn', direction: 'desc' } as const
  return (await notes.search(db, { where, sort, pagination: { page: 0, size } })).content
}

/**
 * Throws 404, 403 without permission for the record's module, and what the database refuses: 400 for a day after today
 * and for a mentioned user who may not see the record, 409 when the record has the maximum of notes.
 */
export async function add(
  db: Db,
  of: RecordRef,
  { happenedOn, mentions, ...values }: Body<typeof addNote>,
): Promise<Note> {
  await requireRecord(db, of, 'canEdit')
  const { column } = recordPlaces[of.recordType]
  const stored = { ...values, ...(happenedOn && { happenedOn }), ...(mentions && { mentions }) }
  return notes.insert(db, stored, { [column]: of.recordId })
}

/** The users who may view a record, by name. Throws 404, and 403 without permission for its module. */
export async function mentionable(db: Db, of: RecordRef) {
  await requireRecord(db, of, 'canEdit')
  return viewersOf(db, noteModules[of.recordType])
}

/**
 * Throws 404, 403 without permission for the record's module, 409 for a note that somebody else wrote or that is more
 * than a day old.
 */
export async function remove(db: Db, { noteId: id, ...of }: RecordRef & { noteId: string }): Promise<void> {
  await requireRecord(db, of, 'canEdit')
  await notes.remove(db, { id, recordId: of.recordId })
}
