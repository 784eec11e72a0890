import { randomUUID } from 'node:crypto'
import { getProfileImage } from '@plinth/api/access/users'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'

/** The address of an image. Its id is only in responses about its owner. */
const addressOf = sql`replace(replace(${getProfileImage.path}, ':tenantId', app.tenant_id()::text), ':imageId', ${sql.ref('id')}::text)`

/** Replaces a person's profile image and returns its new address. Throws 404 when there is no such person. */
export async function setImage(db: Db, userId: string, content: Buffer): Promise<{ profileImage: string }> {
  const owners = await sql`select from users where id = ${userId} and deleted_at is null for update`.execute(db)
  if (owners.rows.length === 0) throw notFound()
  const stored = await sql<{ profileImage: string }>`
    insert into profile_images (user_id, id, content) values (${userId}, ${randomUUID()}, ${content})
    on conflict (tenant_id, user_id) do update set id = excluded.id, content = excluded.content
    returning ${addressOf} as "profileImage"`.execute(db)
  const [image] = stored.rows
  if (!image) throw new Error('an image was not stored')
  await sql`update users set profile_image = ${image.profileImage} where id = ${userId}`.execute(db)
  return image
}

/** Throws 404 when there is no such person; does nothing when they have no image. */
export async function removeImage(db: Db, userId: string): Promise<void> {
  const changed = await sql`
    update users set profile_image = null where id = ${userId} and deleted_at is null`.execute(db)
  if (changed.numAffectedRows === 0n) throw notFound()
  await sql`delete from profile_images where user_id = ${userId}`.execute(db)
}

/** The bytes of an image whose owner may still sign in. Throws 404. */
export async function readImage(db: Db, imageId: string): Promise<Buffer> {
  const found = await sql<{ content: Buffer }>`select i.content from profile_images i
    join users u on u.id = i.user_id join tenants t on t.id = i.tenant_id
    where i.id = ${imageId} and u.is_active and u.deleted_at is null
      and t.status = 'ACTIVE' and t.deleted_at is null`.execute(db)
  const [image] = found.rows
  if (!image) throw notFound()
  return image.content
}
