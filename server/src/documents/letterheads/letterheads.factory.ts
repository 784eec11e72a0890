import { uploadLetterhead } from '@plinth/api/documents/letterheads'
import { newId } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { letterheadFile } from '../../kernel/testing/word-file.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

/** A letterhead as Word would save it, under this name. */
export const letterheadOf = (name = 'Letterhead.docx', ...fileArgs: Parameters<typeof letterheadFile>) =>
  new File([letterheadFile(...fileArgs)], name)

export const newLetterhead = (by: Client, file = letterheadOf()) => by.ok(uploadLetterhead, { body: file })

export const testInputs: TestInputs = {
  make: {
    // A company has at most one letterhead and no path names it, so the test identifies it by its file name.
    letterheads: async ({ owner }) => {
      const name = newId()
      await newLetterhead(owner, letterheadOf(`${name}.docx`))
      return name
    },
  },
  bodies: { uploadLetterhead: () => letterheadOf() },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0051_letters_to_banks.sql': () => `
    ${within(company.id)}
    insert into letterheads (file_name, content) values ('Letterhead.docx', '\\x504b0304');`,
}
