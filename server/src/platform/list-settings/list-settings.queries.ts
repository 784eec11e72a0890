import { type ListName, moduleOfList } from '@plinth/api/entities'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  type createListView,
  type ListSettings,
  type ListView,
  type updateListView,
} from '@plinth/api/platform/list-settings'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'

/** A user and one of their lists. */
export interface Own {
  userId: string
  list: ListName
}

const maxViews = 50
/** At most this many views shared by others are shown. */
const maxShared = 100

/** A view of the user's own, with the roles it is shared with. */
const ownView = sql`id, name, search, null::text as "from",
  array(select s.role_id from list_view_shares s where s.view_id = list_views.id order by 1) as "roleIds"`

/**
 * The views that others share with a role of the user's, who must be able to view the list. They stay when their owner
 * is deactivated, who may come back; nobody could change those of a deleted owner.
 */
const sharedViews = ({ userId, list }: Own) => sql<ListView>`
  select v.id, v.name, v.search, u.username as "from", '{}'::uuid[] as "roleIds" from list_views v
  join users u on u.tenant_id = v.tenant_id and u.id = v.user_id and u.deleted_at is null
  where v.list = ${list} and v.user_id <> ${userId} and (select app.may(${moduleOfList[list]}, 'canView'))
    and exists (select from list_view_shares s join user_roles ur on ur.tenant_id = s.tenant_id and ur.role_id = s.role_id
      where s.tenant_id = v.tenant_id and s.view_id = v.id and ur.user_id = ${userId})
  order by lower(v.name), lower(u.username), v.id limit ${maxShared}`

/** The columns that a user has chosen, null when none, their views by name, and those shared with them. */
export async function settings(db: Db, own: Own): Promise<ListSettings> {
  const { userId, list } = own
  const chosen = await sql<{ columns: string[] }>`
    select columns from list_columns where user_id = ${userId} and list = ${list}`.execute(db)
  const views = await sql<ListView>`select ${ownView} from list_views where user_id = ${userId} and list = ${list}
    order by lower(name)`.execute(db)
  const shared = await sharedViews(own).execute(db)
  return { columns: chosen.rows[0]?.columns ?? null, views: [...views.rows, ...shared.rows] }
}

/** Stores a choice of columns; null means the list's own. */
export async function setColumns(db: Db, own: Own, columns: string[] | null): Promise<ListSettings> {
  if (columns)
    await sql`insert into list_columns (user_id, list, columns) values (${own.userId}, ${own.list}, ${columns})
      on conflict (tenant_id, user_id, list) do update set columns = excluded.columns`.execute(db)
  else await sql`delete from list_columns where user_id = ${own.userId} and list = ${own.list}`.execute(db)
  return settings(db, own)
}

/** Throws 409 when another view of the user has the name, or the list has the maximum of views. */
export async function createView(db: Db, { userId, list }: Own, view: Body<typeof createListView>): Promise<ListView> {
  // Two parallel requests would both count themselves as the last allowed one; the lock makes them count in turn.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${userId} ${list}`}, 0))`.execute(db)
  const { rows } = await sql<ListView>`
    insert into list_views (user_id, list, name, search)
    select ${userId}, ${list}, ${view.name}, ${view.search}
    where (select count(*) from list_views where user_id = ${userId} and list = ${list}) < ${maxViews}
    returning ${ownView}`.execute(db)
  const [made] = rows
  if (!made)
    throw conflict(
      messageOf('A list can have at most {max} saved views. Delete one that you do not use.', { max: maxViews }),
    )
  return made
}

/** Throws 404 when the user has no such view of the list, as do the others below. */
export async function updateView(
  db: Db,
  { userId, list }: Own,
  id: string,
  { name, search }: Body<typeof updateListView>,
): Promise<ListView> {
  const { rows } = await sql<ListView>`
    update list_views set name = coalesce(${name ?? null}, name), search = coalesce(${search ?? null}, search)
    where id = ${id} and user_id = ${userId} and list = ${list} returning ${ownView}`.execute(db)
  const [changed] = rows
  if (!changed) throw notFound()
  return changed
}

export async function removeView(db: Db, { userId, list }: Own, id: string): Promise<void> {
  const removed = await sql`
    delete from list_views where id = ${id} and user_id = ${userId} and list = ${list}`.execute(db)
  if (removed.numAffectedRows === 0n) throw notFound()
}

/** The roles, by name, that the user holds or already shares a view with; every role for users who may view roles. */
export async function sharingRoles(db: Db, { userId }: Own): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from roles r where r.deleted_at is null and ((select app.may('Role', 'canView'))
      or exists (select from user_roles ur where ur.role_id = r.id and ur.user_id = ${userId})
      or exists (select from list_view_shares s join list_views v on v.tenant_id = s.tenant_id and v.id = s.view_id
        where s.role_id = r.id and v.user_id = ${userId}))
    order by lower(r.name), r.id`.execute(db)
  return rows
}

/**
 * Shares a view with exactly these roles. Throws 404 when the user has no such view, 400 when they may not share with
 * one of the roles.
 */
export async function shareView(db: Db, own: Own, id: string, roleIds: readonly string[]): Promise<ListView> {
  // Locks the view: two parallel calls would mix their roles.
  const view = await sql`select from list_views where id = ${id} and user_id = ${own.userId} and list = ${own.list}
    for update`.execute(db)
  if (view.rows.length === 0) throw notFound()
  const open = new Set((await sharingRoles(db, own)).map((role) => role.id))
  if (!roleIds.every((roleId) => open.has(roleId)))
    throw invalid([{ path: 'roleIds', message: 'must be roles that you hold' }])
  await sql`delete from list_view_shares where view_id = ${id} and role_id <> all(${[...roleIds]}::uuid[])`.execute(db)
  await sql`insert into list_view_shares (view_id, role_id)
    select ${id}, r.id from roles r where r.id = any(${[...roleIds]}::uuid[]) and r.deleted_at is null for share
    on conflict do nothing`.execute(db)
  return updateView(db, own, id, {})
}
