import { sql } from 'kysely'
import { locks } from '../../kernel/db/locks.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { getRow, keysOf } from './documents.queries.ts'

/**
 * Removes the stored files of uploads whose notes still exist, and deletes the notes. If the document was added and
 * only the answer was lost, there is no note and nothing happens. With `silentSince`, only uploads without activity
 * since then. Returns the ids it removed.
 */
export async function undoUploads(
  db: Db,
  storage: Storage,
  tenantId: string,
  ids: readonly string[],
  silentSince?: string,
): Promise<string[]> {
  const isSilent = silentSince ? sql`seen_at < ${silentSince}` : sql`true`
  const found = await sql<{ id: string; attempt: string | null }>`
    select id, store_attempt as attempt from document_uploads
    where id = any (${ids}::uuid[]) and ${isSilent} for update`.execute(db)
  for (const { id, attempt } of found.rows) {
    if (attempt) await storage.abandon(keysOf(tenantId, id).file, attempt)
    await removeFiles(storage, tenantId, id)
    await sql`delete from document_uploads where id = ${id}`.execute(db)
  }
  return found.rows.map(({ id }) => id)
}

async function removeFiles(storage: Storage, tenantId: string, id: string): Promise<void> {
  for (const key of Object.values(keysOf(tenantId, id))) await storage.remove(key)
}

/**
 * Undoes uploads after a failure; the sweep removes what cannot be removed now. Files stored after somebody else
 * deleted the note belong to nobody and no sweep would find them, so they are removed here.
 */
export const undoAfterFailure = (
  { settle, storage, caller: { tenantId } }: Pick<StagedContext, 'settle' | 'storage' | 'caller'>,
  ids: readonly string[],
) =>
  settle(async (db) => {
    const takenBack = await undoUploads(db, storage, tenantId, ids)
    // A document that was deleted since is erased by its delete or by the sweep, once no backup needs it.
    const added = await sql<{ id: string }>`select id from documents where id = any (${ids}::uuid[])`.execute(db)
    const settled = [...takenBack, ...added.rows.map(({ id }) => id)]
    for (const id of ids) if (!settled.includes(id)) await removeFiles(storage, tenantId, id)
  }).catch(() => {})

/** Whether files of documents may leave the store now; if so, the next backup waits until the transaction has ended. */
export async function mayErase(db: Db): Promise<boolean> {
  const hold = sql.raw<string>(locks.files)
  const lock = await sql<{ may: boolean }>`select pg_try_advisory_xact_lock_shared(${hold}) as may`.execute(db)
  return lock.rows[0]?.may === true
}

/**
 * Removes the files of a deleted document and records that. Returns false while a backup holds the files; the sweep
 * removes them later.
 */
export async function erase(db: Db, storage: Storage, tenantId: string, id: string): Promise<boolean> {
  if (!(await mayErase(db))) return false
  await removeFiles(storage, tenantId, id)
  await sql`update documents set is_erased = true where id = ${id} and deleted_at is not null`.execute(db)
  return true
}

/** Deletes a document; the sweep removes files that cannot be removed now. Throws 403, 404. */
export async function remove({ stage, settle, storage, caller }: StagedContext, id: string): Promise<void> {
  await stage(async (db) => {
    await getRow(db, id, 'canDelete')
    await sql`update documents set deleted_at = now() where id = ${id} and deleted_at is null`.execute(db)
  })
  await settle((db) => erase(db, storage, caller.tenantId, id)).catch(() => {})
}
