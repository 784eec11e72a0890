import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import type { createListView, ListSettings, ListView, updateListView } from '@plinth/api/list-settings'
import { sql } from 'kysely'
import { conflict, notFound } from '../kernel/errors.ts'
import type { Db } from '../kernel/tenancy.ts'

/** A person's own, whatever list of theirs it is about. */
export interface Own {
  userId: string
  list: string
}

const maxViews = 50

/** The columns that a person has chosen, null when none, and their views by name. */
export async function settings(db: Db, { userId, list }: Own): Promise<ListSettings> {
  const own = { user_id: userId, list }
  const chosen = await db
    .selectFrom('list_columns')
    .select('columns')
    .where((is) => is.and(own))
    .executeTakeFirst()
  const views = await db
    .selectFrom('list_views')
    .select(['id', 'name', 'search'])
    .where((is) => is.and(own))
    .orderBy(sql`lower(name)`)
    .execute()
  return { columns: chosen?.columns ?? null, views }
}

/** Keeps a choice of columns; null is none, the list's own. */
export async function setColumns(db: Db, own: Own, columns: string[] | null): Promise<ListSettings> {
  if (columns)
    await sql`insert into list_columns (user_id, list, columns) values (${own.userId}, ${own.list}, ${columns})
      on conflict (tenant_id, user_id, list) do update set columns = excluded.columns`.execute(db)
  else await db.deleteFrom('list_columns').where('user_id', '=', own.userId).where('list', '=', own.list).execute()
  return settings(db, own)
}

/** Throws 409 when the name is taken by another view of theirs, or the list has as many as it may have. */
export async function createView(db: Db, { userId, list }: Own, view: Body<typeof createListView>): Promise<ListView> {
  // Counted by one at a time, or two that come at once would both be the last one.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${userId} ${list}`}, 0))`.execute(db)
  const { rows } = await sql<ListView>`
    insert into list_views (user_id, list, name, search)
    select ${userId}, ${list}, ${view.name}, ${view.search}
    where (select count(*) from list_views where user_id = ${userId} and list = ${list}) < ${maxViews}
    returning id, name, search`.execute(db)
  const [made] = rows
  if (!made)
    throw conflict(
      messageOf('A list can have at most {max} saved views. Delete one that you do not use.', { max: maxViews }),
    )
  return made
}

/** Each of these throws 404 when the person has no such view of the list. */
export async function updateView(
  db: Db,
  { userId, list }: Own,
  id: string,
  { name, search }: Body<typeof updateListView>,
): Promise<ListView> {
  const { rows } = await sql<ListView>`
    update list_views set name = coalesce(${name ?? null}, name), search = coalesce(${search ?? null}, search)
    where id = ${id} and user_id = ${userId} and list = ${list} returning id, name, search`.execute(db)
  const [changed] = rows
  if (!changed) throw notFound()
  return changed
}

export async function removeView(db: Db, { userId, list }: Own, id: string): Promise<void> {
  const removed = await db
    .deleteFrom('list_views')
    .where((is) => is.and({ id, user_id: userId, list }))
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw notFound()
}
