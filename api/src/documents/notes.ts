import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import type { Flag, ModuleName } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'

export const about =
  'Notes on a contract, a deposit, an instrument, a project or a task of either kind: a call, a visit, a letter. They are added, never changed.'

/** What a note may hang on, and the module whose permissions it follows. */
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

/** All but a plain note are contacts with whom the record is about. */
export const noteKinds = ['NOTE', 'CALL', 'VISIT', 'LETTER'] as const
export type NoteKind = (typeof noteKinds)[number]

/** How long whoever wrote a note may delete it, in milliseconds. */
export const noteDeletableMs = 24 * 3_600_000
/** The most characters of a note. */
export const maxNoteLength = 2_000
/** The most people whom a note names. */
export const mostMentions = 10

const fields = {
  kind: z.enum(noteKinds),
  text: f.requiredText(maxNoteLength),
  /** Today where it is left out. */
  happenedOn: f.optional(f.day),
}

/** People who are told of the note, each of whom may view what it hangs on. */
const mentions = z.array(f.id).check(z.maxLength(mostMentions, { error: 'must be at most {max}' }))

export const note = z.extend(
  r.stored({
    id: f.id,
    recordType: noteRecord,
    recordId: f.id,
    ...fields,
    happenedOn: f.day,
    mentions,
    /** What they are called, in the same order. */
    mentionNames: z.array(z.string()),
  }),
  r.authors,
)
export type Note = z.infer<typeof note>

/** What each field is called on the screen. */
export const noteLabels = { kind: 'Kind', text: 'Note', happenedOn: 'Happened on', mentions: 'People named' } as const

/** The record that a note hangs on decides which of these modules is asked for. */
const whoMay = (can: Flag) => ({ module: [...new Set(Object.values(noteModules))], can })

const base = '/common/api/notes/:recordType/:recordId'
const recordParams = { recordType: noteRecord, recordId: f.id }

/** As many as are answered at once where nothing else is asked. */
export const notesAtOnce = 50

export const audited = {
  notes: { record: note, labels: noteLabels },
}

export const listNotes = endpoint({
  method: 'GET',
  path: base,
  summary: 'The notes of a record, by the day they tell of, newest first, at most 200 at once',
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
  summary: 'Add a note to a record. It is never changed afterwards',
  allow: whoMay('canEdit'),
  status: 201,
  params: z.object(recordParams),
  body: z.strictObject({ ...fields, mentions: f.optional(mentions) }),
  response: note,
})

export const listMentionable = endpoint({
  method: 'GET',
  path: `${base}/people`,
  summary: 'The people whom a note on a record can name: those who may view it, by name',
  allow: whoMay('canEdit'),
  params: z.object(recordParams),
  response: z.array(z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()) })),
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: `${base}/:noteId`,
  summary: 'Delete a note of one’s own, within a day of writing it',
  allow: whoMay('canEdit'),
  params: z.object({ ...recordParams, noteId: f.id }),
})
