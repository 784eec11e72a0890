import type { Letterhead } from '@plinth/api/documents/letterheads'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'

/** The letterhead of the company; nulls when it has none. */
export async function get(db: Db): Promise<Letterhead> {
  const { rows } =
    await sql<Letterhead>`select l.file_name as "fileName", octet_length(l.content) as size, l.updated_at as "updatedAt",
      (select u.username from users u where u.tenant_id = l.tenant_id and u.id = l.updated_by) as "updatedByName"
    from letterheads l where l.tenant_id = app.tenant_id() and l.content is not null`.execute(db)
  return rows[0] ?? { fileName: null, size: null, updatedAt: null, updatedByName: null }
}

/** The file itself; undefined when there is none. */
export async function file(db: Db): Promise<{ fileName: string; content: Buffer } | undefined> {
  const { rows } = await sql<{ fileName: string; content: Buffer }>`select l.file_name as "fileName", l.content
    from letterheads l where l.tenant_id = app.tenant_id() and l.content is not null`.execute(db)
  return rows[0]
}

/** Stores a cleaned file as the letterhead, in place of an earlier one. */
export async function put(db: Db, fileName: string, content: Uint8Array): Promise<Letterhead> {
  await sql`insert into letterheads (file_name, content) values (${fileName}, ${Buffer.from(content)})
    on conflict (tenant_id) do update set file_name = excluded.file_name, content = excluded.content`.execute(db)
  return get(db)
}

/** Throws 404 when there is none. */
export async function remove(db: Db): Promise<void> {
  const { numAffectedRows } =
    await sql`update letterheads set file_name = null, content = null where tenant_id = app.tenant_id() and content is not null`.execute(
      db,
    )
  if (numAffectedRows === 0n) throw notFound()
}
