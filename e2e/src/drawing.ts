import { openBeside } from '@plinth/server/commands/installation'
import { rescheduleDrawing } from '@plinth/server/documents/documents/documents.factory'
import { readConfig } from '@plinth/server/kernel/config/config'
import { expect, inject } from 'vitest'

const [past, never] = ['2000-01-01T00:00:00Z', '2999-01-01T00:00:00Z']

/**
 * The drawing of a company's documents: `hold` postpones that of a document that waits for its pictures, `release` ends that. It connects to
 * the database first, so that `hold` is quick: the server draws meanwhile.
 */
export async function openDrawing(companyId: string) {
  const door = await openBeside(readConfig({ DATA_DIR: inject('dataDir') }))
  const becomesDue = (documentId: string, dueAt: string) => rescheduleDrawing(door, companyId, documentId, dueAt)
  return {
    async hold(documentId: string): Promise<void> {
      const { numAffectedRows } = await becomesDue(documentId, never)
      expect(numAffectedRows, 'documents whose drawing has not begun').toBe(1n)
    },
    async release(documentId: string): Promise<void> {
      await becomesDue(documentId, past)
      await door.close()
    },
  }
}
