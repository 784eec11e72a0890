import type { ContractImport, ImportTarget } from '@plinth/api/platform/import-results'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict } from '../../kernel/errors.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { get } from './imports.queries.ts'

/** How many records are deleted in one transaction. */
export const undoBatch = 500
const beforeEveryId = '00000000-0000-0000-0000-000000000000'

/** Throws 404 unless the company has this import, and 409 when there is nothing to undo. */
async function undoable(db: Db, target: ImportTarget, id: string): Promise<void> {
  const { state } = await get(db, target, id)
  if (state === 'UNDONE') throw conflict('This upload was undone before.')
  if (state === 'CHECKED') throw conflict('This was a check: it stored nothing.')
  if (state === 'RUNNING') throw conflict('This upload is still under way.')
}

async function markUndone(db: Db, id: string): Promise<void> {
  const marked = await sql`update contract_imports set state = 'UNDONE', undone_at = clock_timestamp(),
    undone_by = app.user_id(), finished_at = coalesce(finished_at, clock_timestamp())
    where id = ${id} and state <> 'UNDONE' returning id`.execute(db)
  if (marked.rows.length === 0) throw conflict('This upload was undone before.')
}

/** The result of a step: the last deleted record, and how many rows of the sheet the deleted ones were. */
export interface Removed {
  last: string | undefined
  rows: number
}
/** Deletes some records of an import after `after`, in the order of their ids, that nobody has changed since. */
export type RemoveSome = (db: Db, id: string, after: string) => Promise<Removed>

interface Undone<Kept> {
  import: ContractImport
  removed: number
  kept: Kept[]
}

/**
 * Deletes the records of an import, step by step; records changed or in use since stay and are listed by `keptOf`.
 * Throws 404 and 409.
 */
export async function undoIn<Kept>(
  { stage }: StagedContext,
  target: ImportTarget,
  id: string,
  { steps, keptOf }: { steps: readonly RemoveSome[]; keptOf: (db: Db, id: string) => Promise<Kept[]> },
): Promise<Undone<Kept>> {
  await stage((db) => undoable(db, target, id))
  let removed = 0
  for (const removeSome of steps)
    for (let last: string | undefined = beforeEveryId; last; ) {
      const after: string = last
      const step = await stage((db) => removeSome(db, id, after))
      removed += step.rows
      last = step.last
    }
  return stage(async (db) => {
    await markUndone(db, id)
    return { kept: await keptOf(db, id), removed, import: await get(db, target, id) }
  })
}
