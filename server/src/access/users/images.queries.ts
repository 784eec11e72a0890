import { randomUUID } from 'node:crypto'
import { getProfileImage } from '@plinth/api/access/users'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'

/** The address of an image. Its id is only in responses about its owner. */
const addressOf = sql`replace(replace(${getProfileImage.path}, ':tenantId', app.tenant_id()::text), ':imageId', ${sql.ref('id')}::text)`

/** Replaces a person's profile image and returns its new address. Throws 404 when there is no such person. */
export async function setImage(db: Db, userId: string, content: Buffer): Promise<{ profileImage: string }> {
  const owner = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!owner) throw notFound()
  const stored = await sql<{ profileImage: string }>`
    insert into profile_images (user_id, id, content) values (${userId}, ${randomUUID()}, ${content})
    on conflict (tenant_id, user_id) do update set id = excluded.id, content = excluded.content
    returning ${addressOf} as "profileImage"`.execute(db)
  const [image] = stored.rows
  if (!image) throw new Error('an image was not stored')
  await db.updateTable('users').set({ profile_image: image.profileImage }).where('id', '=', userId).execute()
  return image
}

/** Throws 404 when there is no such person; does nothing when they have no image. */
export async function removeImage(db: Db, userId: string): Promise<void> {
  const changed = await db
    .updateTable('users')
    .set({ profile_image: null })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) throw notFound()
  await db.deleteFrom('profile_images').where('user_id', '=', userId).execute()
}

/** The bytes of an image whose owner may still sign in. Throws 404. */
export async function readImage(db: Db, imageId: string): Promise<Buffer> {
  const found = await db
    .selectFrom('profile_images as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select('i.content')
    .where('i.id', '=', imageId)
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where('t.status', '=', 'ACTIVE')
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound()
  return found.content
}
