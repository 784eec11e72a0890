import type { FieldFault } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import type { ScheduleItemKind } from '@plinth/api/money/agreement-choices'
import type { BillItem, WorkItem } from '@plinth/api/money/bill-engine/bill'
import { quantityOf } from '@plinth/api/money/bill-engine/figures'
import { type BilledSheet, type PreviousFigures } from '@plinth/api/money/bill-figures'
import { maxSheets } from '@plinth/api/money/bill-items'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { inOrder } from '../../works/schedule-items/schedule-items.queries.ts'
import type { Stage } from './bill-figures.queries.ts'

/** An item of a bill, with the quantity measured in the sheets of this bill and of the bills before it. */
export interface MeasuredItem {
  id: string
  itemNo: string
  description: string
  unit: string
  /** Decimal text; null if unknown. */
  rate: string | null
  percentageApplies: boolean
  agreedQuantity: number
  limitPercent: number | null
  /** Decimal text. Includes quantities cut before, since they stay measured. */
  quantity: string
}

/** The recorded sheets of an agreement that are in no bill. */
const freeSheets = (
  agreementId: string,
) => sql`select s.id as sheet_id, s.number, s.measured_on, s.location from measurement_sheets s
  where s.agreement_id = ${agreementId} and s.status = 'RECORDED' and s.deleted_at is null
    and not exists (select from bill_sheets o where o.tenant_id = s.tenant_id and o.sheet_id = s.id)`

const sheetsUpto = (agreementId: string, number: number) => sql`select o.sheet_id from bill_sheets o
  join bills b on b.tenant_id = o.tenant_id and b.id = o.bill_id where b.agreement_id = ${agreementId} and b.number <= ${number}`

/** The quantities measured in some sheets, together with the items of the previous bill, in the order of the schedule. */
async function measuredIn(
  db: Db,
  agreementId: string,
  sheets: RawBuilder<unknown>,
  previousItems: PreviousFigures['items'],
): Promise<MeasuredItem[]> {
  interface Row extends Omit<MeasuredItem, 'quantity'> {
    parentId: string | null
    kind: ScheduleItemKind
    quantity: string | null
  }
  const { rows } = await sql<Row>`
    with measured as materialized (
      select l.item_id, sum(l.contents) as quantity from measurement_lines l
      where l.sheet_id in (${sheets}) and l.deleted_at is null group by l.item_id)
    select i.id, i.parent_id as "parentId", i.kind, i.item_no as "itemNo", i.description, i.unit, i.rate::text,
      i.percentage_applies as "percentageApplies", i.quantity as "agreedQuantity", i.limit_percent as "limitPercent",
      m.quantity::text
    from schedule_items i left join measured m on m.item_id = i.id
    where i.agreement_id = ${agreementId} and i.deleted_at is null order by i.position, i.id`.execute(db)
  return inOrder(rows).flatMap(({ parentId: _, kind: __, quantity: measured, ...item }) => {
    const quantity = measured ?? '0.000'
    // A zero quantity at an unknown rate is left out, so that it does not block the bill.
    const isNothing = measured === null || (item.rate === null && quantityOf(quantity).units === 0n)
    return isNothing && !(item.id in previousItems) ? [] : [{ ...item, quantity }]
  })
}

/** The items of a bill that is not submitted, from the sheets in it and in the bills before it. */
export const itemsOf = (
  db: Db,
  { agreementId, number }: { agreementId: string; number: number },
  previousItems: PreviousFigures['items'],
): Promise<MeasuredItem[]> => measuredIn(db, agreementId, sheetsUpto(agreementId, number), previousItems)

/** The items of a bill that would contain all free sheets up to a day. */
export const itemsUntil = (
  db: Db,
  { agreementId, number, day }: { agreementId: string; number: number; day: string },
  previousItems: PreviousFigures['items'],
): Promise<MeasuredItem[]> =>
  measuredIn(
    db,
    agreementId,
    sql`${sheetsUpto(agreementId, number - 1)} union all
      select f.sheet_id from (${freeSheets(agreementId)}) f where f.measured_on <= ${day}::date`,
    previousItems,
  )

/** Faults that prevent computing the work: an item without a rate, or with a negative quantity. */
export const faultsOf = (items: readonly MeasuredItem[]): FieldFault[] =>
  items.flatMap(({ itemNo, rate, quantity }) => [
    ...(rate === null
      ? [{ path: 'rate', ...messageOf('of item {item} is not known: enter it in the schedule', { item: itemNo }) }]
      : []),
    ...(quantityOf(quantity).units < 0n
      ? [
          {
            path: 'quantity',
            ...messageOf('upto date must not be negative: item {item} would come to {quantity}', {
              item: itemNo,
              quantity: plain(quantity),
            }),
          },
        ]
      : []),
  ])

/** A quantity without trailing zeros: `-0.01` for -0.010. */
const plain = (quantity: string) => quantity.replace(/\.?0+$/, '')

/** The items as engine input. Throws for an item without a rate. */
export const workOf = (items: readonly MeasuredItem[]): WorkItem[] =>
  items.map(({ id, itemNo, rate, percentageApplies, quantity }) => {
    if (rate === null) throw new Error(`item ${itemNo} has no rate`)
    return { id, rate, percentageApplies, quantity }
  })

const asSheets = (
  found: RawBuilder<unknown>,
) => sql<BilledSheet>`select f.sheet_id as id, f.number, f.measured_on as "measuredOn", f.location
  from (${found}) f order by f.number`

/** The sheets in a bill, by number; for a cancelled bill those that it was submitted with. */
export async function sheetsOf(db: Db, billId: string): Promise<BilledSheet[]> {
  const inBill = sql`select s.id as sheet_id, s.number, s.measured_on, s.location from measurement_sheets s where s.id in (
    select o.sheet_id from bill_sheets o where o.bill_id = ${billId} union all
    select sheet.id::uuid from bills b, jsonb_array_elements_text(b.claim_entry -> 'sheets') sheet (id)
    where b.id = ${billId} and b.status = 'CANCELLED')`
  return (await asSheets(inBill).execute(db)).rows
}

/** The recorded sheets of an agreement that are in no bill, by number. */
export const unbilledSheets = async (db: Db, agreementId: string): Promise<BilledSheet[]> =>
  (await asSheets(freeSheets(agreementId)).execute(db)).rows

/** Puts the free sheets up to the bill's `uptoDate` into a new bill. */
export const takeFreeSheets = (
  db: Db,
  { id, agreementId, uptoDate }: { id: string; agreementId: string; uptoDate: string },
) =>
  sql`insert into bill_sheets (bill_id, sheet_id) select ${id}::uuid, f.sheet_id from (${freeSheets(agreementId)}) f
    where f.measured_on <= ${uptoDate}::date order by f.number limit ${maxSheets}`.execute(db)

/**
 * Stores the abstract of a bill; the caller must change the bill's status in the same transaction. `reasons` are those
 * of cuts, by item.
 */
export async function storeItems(
  db: Db,
  billId: string,
  stage: Stage,
  items: readonly BillItem[],
  work: readonly WorkItem[],
  reasons: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const priced = new Map(work.map((item) => [item.id, item]))
  const rows = items.map(({ id, quantity, amount }, position) => ({
    id,
    position,
    rate: priced.get(id)?.rate,
    applies: priced.get(id)?.percentageApplies,
    quantity,
    amount,
    reason: reasons.get(id) ?? null,
  }))
  await sql`insert into bill_items (bill_id, stage, item_id, position, rate, percentage_applies, quantity_upto, quantity_previous,
      quantity_since, amount_upto, amount_previous, amount_since, cut_reason)
    select ${billId}::uuid, ${stage}, r.id, r.position, r.rate, r.applies, (r.quantity ->> 'upto')::numeric, (r.quantity ->> 'previous')::numeric,
      (r.quantity ->> 'since')::numeric, (r.amount ->> 'upto')::numeric, (r.amount ->> 'previous')::numeric, (r.amount ->> 'since')::numeric,
      r.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, position int, rate numeric, applies boolean, quantity jsonb,
      amount jsonb, reason text)`.execute(db)
}

/** Whether an agreement has a schedule to bill by. */
export async function hasItems(db: Db, agreementId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from schedule_items i
    where i.agreement_id = ${agreementId} and i.kind = 'ITEM' and i.deleted_at is null) as has`.execute(db)
  return rows[0]?.has ?? false
}
