import { openBeside } from '@plinth/server/commands/installation'
import { readConfig } from '@plinth/server/kernel/config/config'
import { expect, inject } from 'vitest'

const [past, never] = ['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z']

/** Postpones the drawing of a document that waits for its pictures, until the returned function is called. */
export async function holdDrawing(companyId: string, documentId: string): Promise<() => Promise<void>> {
  const door = await openBeside(readConfig({ DATA_DIR: inject('dataDir') }))
  const becomesDue = (due_at: string) =>
    door.inTenant(companyId, null, (db) =>
      db
        .updateTable('pictures_due')
        .set({ due_at })
        .where('id', '=', documentId)
        .where('attempts', '=', 0)
        .executeTakeFirst(),
    )
  const { numUpdatedRows } = await becomesDue(never)
  expect(numUpdatedRows, 'documents whose drawing has not begun').toBe(1n)
  return async () => {
    await becomesDue(past)
    await door.close()
  }
}
