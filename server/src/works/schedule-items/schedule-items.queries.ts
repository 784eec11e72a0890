import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  type createScheduleItem,
  type getSchedule,
  type moveScheduleItem,
  type ScheduleItem,
  type ScheduleSummary,
  scheduleItemFields,
  totalsOf,
  type updateScheduleItem,
} from '@plinth/api/works/schedule-items'
import { type SqlBool, sql } from 'kysely'
import { newIds } from '../../kernel/db/new-ids.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { positionGap, treePlaces } from '../../kernel/db/tree-places.ts'
import { notFound } from '../../kernel/errors.ts'
import { records } from '../../kernel/records/records.ts'
import { holdAgreement } from '../../money/agreements/agreements.queries.ts'

const items = records<ScheduleItem>({
  table: 'schedule_items',
  fields: Object.keys(scheduleItemFields),
  fixed: ['agreementId', 'parentId', 'level', 'kind', 'amount'],
})

const inItself = messageOf('is the section itself or lies in it')
const places = treePlaces({
  table: 'schedule_items',
  root: 'agreement_id',
  siblings: (agreementId, parentId) =>
    sql`agreement_id = ${agreementId} and parent_id is not distinct from ${parentId} and deleted_at is null`,
  refusals: {
    otherTree: {
      text: messageOf('The section is of another agreement.'),
      field: messageOf('is of another agreement'),
    },
    noSibling: {
      text: messageOf('What it is to come before is not in that section.'),
      field: messageOf('is not in that section'),
    },
    beforeItself: { text: messageOf('Nothing comes before itself.'), field: inItself },
    inItself: { text: messageOf('A section cannot lie in itself.'), field: inItself },
  },
})

/** Sorts rows that are sorted by position within each section into tree order, each section before its content. */
export function inOrder<Row extends Pick<ScheduleItem, 'id' | 'parentId' | 'kind'>>(rows: readonly Row[]): Row[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const contentOf = (parentId: string | null): Row[] =>
    (below.get(parentId) ?? []).flatMap((row) => [row, ...(row.kind === 'SECTION' ? contentOf(row.id) : [])])
  return contentOf(null)
}

/** Throws 404. */
export async function schedule(db: Db, agreementId: string): Promise<Answer<typeof getSchedule>> {
  const found = await sql<{ tenderPercentage: number | null }>`select tender_percentage as "tenderPercentage"
    from agreements where id = ${agreementId} and deleted_at is null`.execute(db)
  const [agreement] = found.rows
  if (!agreement) throw notFound()
  const isOfAgreement = sql<SqlBool>`${items.column('agreementId')} = ${agreementId}`
  const rows = inOrder(await items.list(db, [isOfAgreement], { field: 'position', direction: 'asc' }))
  return { items: rows, totals: totalsOf(rows, agreement.tenderPercentage) }
}

/** The totals of `schedule`, computed without reading its items. Throws 404. */
export async function totals(db: Db, agreementId: string): Promise<ScheduleSummary> {
  const found = await sql<ScheduleSummary>`
    select count(*) filter (where i.kind = 'SECTION') as sections, count(*) filter (where i.kind = 'ITEM') as items,
      count(*) filter (where i.kind = 'ITEM' and i.rate is null) as "withoutRate", coalesce(sum(i.amount) filter (where i.kind = 'ITEM'), 0) as amount,
      coalesce(sum(i.amount) filter (where i.kind = 'ITEM'), 0)
        + round(coalesce(sum(i.amount) filter (where i.kind = 'ITEM' and i.percentage_applies), 0)
          * coalesce(a.tender_percentage, 0) / 100, 2) as quoted
    from agreements a
      left join schedule_items i on i.tenant_id = a.tenant_id and i.agreement_id = a.id and i.deleted_at is null
    where a.id = ${agreementId} and a.deleted_at is null
    group by a.tenant_id, a.id`.execute(db)
  const [row] = found.rows
  if (!row) throw notFound()
  return row
}

/**
 * Throws 404 for an unknown agreement or section, 400 for a missing field that an item needs, 409 for a number that is in use and
 * where the agreement is closed.
 */
export async function create(
  db: Db,
  agreementId: string,
  { parentId = null, beforeId = null, kind, ...values }: Body<typeof createScheduleItem>,
): Promise<ScheduleItem> {
  await holdAgreement(db, agreementId)
  const place = await places.placeIn(db, agreementId, { parentId, beforeId })
  return items.insert(db, values, { agreementId, parentId, kind, ...place })
}

type NewRow = Pick<ScheduleItem, 'kind' | 'level' | 'itemNo' | 'sorCode' | 'description' | 'unit' | 'quantity' | 'rate'>

/** The number of rows per insert statement. */
const batchSize = 500

/** The index of the section of each row: the last row before it that is one level higher. */
function sectionsOf(rows: readonly NewRow[]): (number | null)[] {
  const open: number[] = []
  return rows.map(({ level }, at) => {
    open.splice(level, Number.POSITIVE_INFINITY, at)
    return open[level - 1] ?? null
  })
}

/**
 * Fills an empty schedule with sections and items in tree order; the caller has locked the agreement. Throws 409 as `create` does.
 */
export async function addAll(db: Db, agreementId: string, rows: readonly NewRow[]): Promise<void> {
  const sections = sectionsOf(rows)
  const ids = await newIds(db, rows.length)
  const values = rows.map(({ kind, level, itemNo, sorCode, description, unit, quantity, rate }, at) => ({
    id: ids[at],
    parent_id: ids[sections[at] ?? -1],
    level,
    position: (at + 1) * positionGap,
    kind,
    item_no: itemNo,
    sor_code: sorCode,
    description,
    unit,
    quantity,
    rate,
  }))
  // In their order: the database looks up the section of each row, so that has to exist.
  for (let at = 0; at < values.length; at += batchSize)
    await sql`insert into schedule_items
        (id, agreement_id, parent_id, level, position, kind, item_no, sor_code, description, unit, quantity, rate)
      select id, ${agreementId}::uuid, parent_id, level, position, kind, item_no, sor_code, description, unit, quantity, rate
      from jsonb_populate_recordset(null::schedule_items, ${JSON.stringify(values.slice(at, at + batchSize))}::jsonb)`.execute(
      db,
    )
}

/** Locks the agreement of an item before the item itself is written, as every writer does. Throws 404. */
const lockAgreementOf = async (db: Db, id: string) => holdAgreement(db, (await places.placeOf(db, id)).rootId)

/** Throws 404. */
export const get = (db: Db, id: string): Promise<ScheduleItem> => items.get(db, { id })

/** Throws 404, 400 and 409 as `create` does, and 412. */
export async function update(db: Db, id: string, values: Body<typeof updateScheduleItem>): Promise<ScheduleItem> {
  await lockAgreementOf(db, id)
  return items.update(db, { id }, values)
}

/** Throws 404 for an unknown item, section or sibling, 409 for a place inside itself, too deep or in another agreement. */
export async function place(
  db: Db,
  id: string,
  { parentId = null, beforeId = null }: Body<typeof moveScheduleItem>,
): Promise<ScheduleItem> {
  await lockAgreementOf(db, id)
  await places.put(db, id, await places.placeOf(db, id), { parentId, beforeId })
  return items.get(db, { id })
}

/** Throws 404, and 409 for a section that is not empty. */
export async function remove(db: Db, id: string): Promise<void> {
  await lockAgreementOf(db, id)
  await items.remove(db, { id })
}
