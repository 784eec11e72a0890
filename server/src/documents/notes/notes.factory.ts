import { addNote, type Note, type NoteRecord } from '@plinth/api/documents/notes'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type NoteBody = CallInput<typeof addNote>['body']

/** A note of a call, dated today. */
export const noteBody = (overrides: Partial<NoteBody> = {}): NoteBody => ({
  kind: 'CALL',
  text: 'The clerk says that the file lies with the divisional accountant.',
  ...overrides,
})

export const newNote = (
  by: Client,
  recordId: string,
  overrides: Partial<NoteBody> = {},
  recordType: NoteRecord = 'CONTRACT',
): Promise<Note> => by.ok(addNote, { params: { recordType, recordId }, body: noteBody(overrides) })

const onContract = (contracts = '') => ({ recordType: 'CONTRACT' as const, recordId: contracts })

export const testInputs: TestInputs = {
  make: { notes: async ({ owner }, above) => (await newNote(owner, await above('contracts'))).id },
  bodies: { addNote: () => noteBody() },
  paths: {
    listNotes: ({ contracts }) => onContract(contracts),
    addNote: ({ contracts }) => onContract(contracts),
    listMentionable: ({ contracts }) => onContract(contracts),
    deleteNote: ({ contracts, notes }) => ({ ...onContract(contracts), noteId: notes }),
  },
  // Only its author may delete a note.
  answeredElsewhere: { deleteNote: 409 },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0039_notes.sql': () => `
    ${within(company.id)}
    insert into notes (contract_id, kind, text, happened_on) values
      ('${company.awarded}', 'CALL', 'The order is with the typist.', '2025-06-01');
    update notes set deleted_at = now();
    insert into notes (project_id, kind, text, happened_on) values
      ('${company.project}', 'VISIT', 'The site is handed over.', '2025-06-02');`,
}
