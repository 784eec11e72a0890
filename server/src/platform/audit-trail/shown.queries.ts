import { endpoints } from '@plinth/api'
import { documentModules } from '@plinth/api/documents/documents'
import { noteModules } from '@plinth/api/documents/notes'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import { namesOf } from '@plinth/api/kernel/record'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { listOfExport } from '../../kernel/sheets/exports.ts'
import { readers, referred } from './readers.rules.ts'

/** The flags of which one lets a user read a kind of record; 'nothing' when everybody may read it. */
type Needs = readonly { module: ModuleName; can: Flag }[] | 'nothing'

function needsOf(calls: readonly Endpoint[]): Needs {
  const allows = calls.map(({ allow }) => allow)
  if (allows.some((allow) => typeof allow === 'string')) return 'nothing'
  return allows.flatMap((allow) =>
    typeof allow === 'string' ? [] : [allow.module].flat().map((module) => ({ module, can: allow.can })),
  )
}

const viewing = <K extends string>(modules: Readonly<Record<K, ModuleName>>) =>
  new Map(namesOf(modules).map((kind): [K, Needs] => [kind, [{ module: modules[kind], can: 'canView' }]]))

/** An export is visible to users who may view its list. */
const exported = Object.values<Endpoint>(endpoints).flatMap((call): [string, Needs][] => {
  const list = listOfExport(call)
  if (list === undefined || typeof call.allow === 'string') return []
  return [[list, [call.allow.module].flat().map((module) => ({ module, can: 'canView' }))]]
})

const needs = {
  records: new Map(namesOf(readers).map((kind): [string, Needs] => [kind, needsOf(readers[kind])])),
  names: new Map(
    namesOf(referred).map((table): [keyof typeof referred, Needs] => {
      const { shownBy } = referred[table]
      return [table, shownBy === 'everybody' ? 'nothing' : needsOf(shownBy)]
    }),
  ),
  exports: new Map(exported),
  documents: viewing(documentModules),
  notes: viewing(noteModules),
  marks: new Map(
    namesOf(deadlineKinds).map((kind): [string, Needs] => [
      kind,
      [{ module: deadlineKinds[kind].module, can: 'canView' }],
    ]),
  ),
}

const keyOf = ({ module, can }: { module: string; can: string }) => `${module} ${can}`
const asked = new Map(
  Object.values(needs)
    .flatMap((kinds) => [...kinds.values()])
    .flatMap((need) => (need === 'nothing' ? [] : need))
    .map((flag) => [keyOf(flag), flag]),
)

/** The kinds of each sort whose values the caller may read. */
export type Shown = { [Sort in keyof typeof needs]: (typeof needs)[Sort] extends Map<infer K, Needs> ? K[] : never }

/** The kinds whose values the caller sees in the audit trail: those they may read in the records themselves. */
export async function shownToCaller(db: Db): Promise<Shown> {
  const flags = [...asked.values()]
  const { rows } = await sql<{ module: string; can: string }>`select f.module, f.can
    from unnest(${flags.map(({ module }) => module)}::text[], ${flags.map(({ can }) => can)}::text[]) f (module, can)
    where app.may(f.module, f.can)`.execute(db)
  const held = new Set(rows.map(keyOf))
  const readable = <K>(kinds: Map<K, Needs>): K[] =>
    [...kinds]
      .filter(([, need]) => need === 'nothing' || need.some((flag) => held.has(keyOf(flag))))
      .map(([kind]) => kind)
  return {
    records: readable(needs.records),
    names: readable(needs.names),
    exports: readable(needs.exports),
    documents: readable(needs.documents),
    notes: readable(needs.notes),
    marks: readable(needs.marks),
  }
}

/** Whether the caller sees the values of every kind of record; exports follow the records in them. */
export async function seesEveryKind(db: Db): Promise<boolean> {
  const shown = await shownToCaller(db)
  return (['records', 'documents', 'notes', 'marks'] as const).every((sort) => shown[sort].length === needs[sort].size)
}

/**
 * Whether the values of an entry `e` are visible. Entries of documents, notes and marks follow the permissions of their
 * record.
 */
export const isShown = ({ records, exports, documents, notes, marks }: Shown): RawBuilder<SqlBool> => sql`case
  when e.action = 'EXPORTED' then e.record_type = any (${exports}::text[])
  when e.record_type = any (${records}::text[]) then true
  when e.record_type = 'documents' then exists (select from documents d where d.id = e.record_id and d.entity_type = any (${documents}::text[]))
  when e.record_type = 'notes' then exists (select from notes n where n.id = e.record_id and case when n.contract_id is not null then 'CONTRACT'
    when n.deposit_id is not null then 'DEPOSIT' when n.instrument_id is not null then 'INSTRUMENT' when n.project_id is not null then 'PROJECT'
    when n.task_id is not null then 'TASK' else 'GENERAL_TASK' end = any (${notes}::text[]))
  when e.record_type = 'obligation_marks' then exists (select from obligation_marks m where m.id = e.record_id and m.kind = any (${marks}::text[]))
  else false end`
