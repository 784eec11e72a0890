import type { Message } from '@plinth/api/kernel/messages'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { conflict, notFound } from '../errors.ts'
import type { Db } from './tenancy.ts'

/** Where a row stands in its tree: its parent (null: none), its level, and its position among its siblings. */
export interface Placed {
  rootId: string
  parentId: string | null
  level: number
  position: number
}

export interface Target {
  parentId: string | null
  /** The sibling that it comes before; null for the last place. */
  beforeId: string | null
}

interface Refusal {
  text: Message
  /** What is wrong with the field that names the place. */
  field: Message
}

interface Tree {
  table: string
  /** The column of the record that the whole tree belongs to. */
  root: string
  /** Condition for the live rows under the same parent, written so that an index serves it. */
  siblings: (rootId: string, parentId: string | null) => RawBuilder<SqlBool>
  /** The refusal of each forbidden place. */
  refusals: Record<'otherTree' | 'noSibling' | 'beforeItself' | 'inItself', Refusal>
}

/** The gap leaves room for twenty rows between two siblings, one after another; then all siblings get new positions. */
export const positionGap = 2 ** 20

const refused = ({ text, field }: Refusal, path: string) => conflict(text, [{ path, ...field }])

const rowsOf = ({ table }: Tree) => sql.table(table)

/** Where a row stands. Throws 404. */
async function placeOf(tree: Tree, db: Db, id: string): Promise<Placed> {
  const found = await sql<Placed>`select ${sql.ref(tree.root)} as "rootId", parent_id as "parentId", level, position
    from ${rowsOf(tree)} where id = ${id} and deleted_at is null`.execute(db)
  const [place] = found.rows
  if (!place) throw notFound()
  return place
}

/** The level under a parent (null: the top). Throws 404 for no such parent, 409 for a parent in another tree. */
async function levelIn(tree: Tree, db: Db, rootId: string, parentId: string | null): Promise<number> {
  if (!parentId) return 0
  const parent = await placeOf(tree, db, parentId)
  if (parent.rootId === rootId) return parent.level + 1
  throw refused(tree.refusals.otherTree, 'parentId')
}

/** The position behind all siblings. */
async function lastPosition(tree: Tree, db: Db, rootId: string, parentId: string | null): Promise<number> {
  const last = await sql<{ position: number }>`select coalesce(max(position), 0) + ${positionGap}::bigint as position
    from ${rowsOf(tree)} where ${tree.siblings(rootId, parentId)}`.execute(db)
  return last.rows[0]?.position ?? positionGap
}

/** The position right before a sibling. Throws 404 for no such row, 409 for a row elsewhere. */
async function positionBefore(tree: Tree, db: Db, rootId: string, at: { parentId: string | null; beforeId: string }) {
  const before = await placeOf(tree, db, at.beforeId)
  if (before.rootId !== rootId || before.parentId !== at.parentId) throw refused(tree.refusals.noSibling, 'beforeId')
  const rows = rowsOf(tree)
  const beside = tree.siblings(rootId, at.parentId)
  const found = await sql<{ position: number | null }>`select max(position) as position from ${rows}
    where ${beside} and (position, id) < (${before.position}::bigint, ${at.beforeId}::uuid)`.execute(db)
  const after = found.rows[0]?.position ?? before.position - 2 * positionGap
  const between = Math.floor((after + before.position) / 2)
  if (between > after) return between
  await sql`update ${rows} t set position = s.place * ${positionGap}::bigint from (
      select id, row_number() over (order by position, id) as place from ${rows} where ${beside}) s
    where t.id = s.id and t.position <> s.place * ${positionGap}::bigint`.execute(db)
  return positionBefore(tree, db, rootId, at)
}

/** Level and position of a new or moved row. Throws 404 and 409 like `levelIn` and `positionBefore`. */
async function placeIn(tree: Tree, db: Db, rootId: string, { parentId, beforeId }: Target) {
  const level = await levelIn(tree, db, rootId, parentId)
  const position = beforeId
    ? await positionBefore(tree, db, rootId, { parentId, beforeId })
    : await lastPosition(tree, db, rootId, parentId)
  return { level, position }
}

/**
 * Every row of the subtree, the row itself first, deleted ones included: their keys name the level of their parent too.
 */
const subtree = (rows: RawBuilder<unknown>, id: string) => sql`below as (
  select id, 0 as depth from ${rows} where id = ${id}
  union all
  select t.id, b.depth + 1 from ${rows} t join below b on t.parent_id = b.id)`

/** Moves a row of a locked tree with all rows below it. Throws 404, 409 for a place in itself or in another tree. */
async function put(tree: Tree, db: Db, id: string, from: Placed, target: Target): Promise<void> {
  if (target.beforeId === id) throw refused(tree.refusals.beforeItself, 'beforeId')
  const rows = rowsOf(tree)
  const below = subtree(rows, id)
  const within = await sql`with recursive ${below} select id from below where id = ${target.parentId}`.execute(db)
  if (within.rows.length > 0) throw refused(tree.refusals.inItself, 'parentId')
  const { level, position } = await placeIn(tree, db, from.rootId, target)
  await sql`with recursive ${below}
    update ${rows} t set level = ${level}::int + b.depth,
      parent_id = case when t.id = ${id} then ${target.parentId}::uuid else t.parent_id end,
      position = case when t.id = ${id} then ${position}::bigint else t.position end
    from below b where t.id = b.id and (t.id = ${id} or ${level} <> ${from.level})`.execute(db)
}

/**
 * Places the rows of a table with `parent_id`, `level` and `position`. The caller locks the tree first: two concurrent
 * moves could make a cycle.
 */
export const treePlaces = (tree: Tree) => ({
  placeOf: (db: Db, id: string) => placeOf(tree, db, id),
  placeIn: (db: Db, rootId: string, target: Target) => placeIn(tree, db, rootId, target),
  put: (db: Db, id: string, from: Placed, target: Target) => put(tree, db, id, from, target),
})
