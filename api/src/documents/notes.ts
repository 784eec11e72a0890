import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import type { Flag, ModuleName } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'

export const about =
  'Notes on a contract, a deposit, an instrument, a project or a task: a call, a visit, a letter. A note is never changed.'

/** The kinds of record a note may belong to, and the module whose permissions it follows. */
export const noteModules = {
  CONTRACT: 'Contracts',
  DEPOSIT: 'Contracts',
  INSTRUMENT: 'Contracts',
  PROJECT: 'Projects',
  TASK: 'Project Tasks',
  GENERAL_TASK: 'General Tasks',
} as const satisfies Record<string, ModuleName>
export type NoteRecord = keyof typeof noteModules
export const noteRecords = r.namesOf(noteModules)
const noteRecord = z.enum(noteRecords)

/** All kinds but NOTE are contacts with the other party. */
export const noteKinds = ['NOTE', 'CALL', 'VISIT', 'LETTER'] as const
export type NoteKind = (typeof noteKinds)[number]

/** How long the author of a note may delete it, in milliseconds. */
export const noteDeletableMs = 24 * 3_600_000
/** The most characters of a note. */
export const maxNoteLength = 2_000
/** The most people a note may mention. */
export const mostMentions = 10

const fields = {
  kind: z.enum(noteKinds),
  text: f.requiredText(maxNoteLength),
  /** Today when it is left out. */
  happenedOn: f.optional(f.day),
}

/** People who are notified of the note; each must be allowed to view its record. */
const mentions = z.array(f.id).check(z.maxLength(mostMentions, { error: 'must be at most {max}' }))

export const note = z.extend(
  r.stored({
    id: f.id,
    recordType: noteRecord,
    recordId: f.id,
    ...fields,
    happenedOn: f.day,
    mentions,
    /** Their names, in the same order. */
    mentionNames: z.array(z.string()),
  }),
  r.authors,
)
export type Note = z.infer<typeof note>

/** The labels of the fields on the screen. */
export const noteLabels = { kind: 'Kind', text: 'Note', happenedOn: 'Happened on', mentions: 'People named' } as const

/** Requires the module of the note's record, which is one of these. */
const whoMay = (can: Flag) => ({ module: [...new Set(Object.values(noteModules))], can })

const base = '/common/api/notes/:recordType/:recordId'
const recordParams = { recordType: noteRecord, recordId: f.id }

/** How many notes are returned at once unless the call says otherwise. */
export const notesAtOnce = 50

export const audited = {
  notes: { record: note, labels: noteLabels },
}

export const listNotes = endpoint({
  method: 'GET',
  path: base,
  summary: 'The notes of a record, the latest day first, at most 200 at once',
  allow: whoMay('canView'),
  params: z.object(recordParams),
  query: z.object({
    before: z.optional(f.id),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), notesAtOnce),
  }),
  response: z.array(note),
})

export const addNote = endpoint({
  method: 'POST',
  path: base,
  summary: 'Add a note to a record; it cannot be changed afterwards',
  allow: whoMay('canEdit'),
  status: 201,
  params: z.object(recordParams),
  body: z.strictObject({ ...fields, mentions: f.optional(mentions) }),
  response: note,
})

export const listMentionable = endpoint({
  method: 'GET',
  path: `${base}/people`,
  summary: 'The people whom a note on a record can mention: those who may view the record, by name',
  allow: whoMay('canEdit'),
  params: z.object(recordParams),
  response: z.array(z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()) })),
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: `${base}/:noteId`,
  summary: 'Delete one’s own note, within a day of writing it',
  allow: whoMay('canEdit'),
  params: z.object({ ...recordParams, noteId: f.id }),
})
