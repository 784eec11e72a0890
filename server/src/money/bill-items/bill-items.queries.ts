import { add, compare, decimal, percentage } from '@plinth/api/kernel/decimal'
import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { figureOf, quantityOf } from '@plinth/api/money/bill-engine/figures'
import { abstractOf } from '@plinth/api/money/bill-engine/work'
import type { Beyond, BillItem, getUnbilledWork, replaceBillSheets } from '@plinth/api/money/bill-items'
import type { BillStatus } from '@plinth/api/money/bill-states'
import type { Bill } from '@plinth/api/money/bills'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflictOf, invalid } from '../../kernel/errors.ts'
import { get as getAgreement } from '../agreements/agreements.queries.ts'
import { claimOf, fullBill, isOpenToChange, lockBill, type StoredBill, storedBills } from '../bills/bills.queries.ts'
import { type MeasuredItem, unbilledSheets } from '../bills/item-work.queries.ts'

/** Whether the measured quantity exceeds the agreed one (AGREED) or its deviation limit (LIMIT); null for neither. */
function beyondOf(
  { agreedQuantity, limitPercent }: Pick<BillItem, 'agreedQuantity' | 'limitPercent'>,
  upto: string,
): Beyond | null {
  const agreed = decimal(agreedQuantity)
  const limit = add(agreed, percentage(agreed, decimal(limitPercent ?? 0), 3))
  if (compare(decimal(upto), agreed) <= 0) return null
  return limitPercent !== null && compare(decimal(upto), limit) > 0 ? 'LIMIT' : 'AGREED'
}

/** The abstract of a bill that is not submitted, computed from the present inputs. */
async function liveItems(db: Db, bill: StoredBill): Promise<BillItem[]> {
  const { items, previous } = await claimOf(db, bill)
  const previousItems = previous?.figures.items ?? {}
  return items.map(({ id, quantity, rate, ...item }: MeasuredItem) => {
    const { percentageApplies } = item
    const claimed =
      rate === null
        ? { quantity: figureOf(quantityOf(quantity), quantityOf(previousItems[id]?.quantity ?? '0')), amount: null }
        : abstractOf({ id, quantity, rate, percentageApplies }, previousItems[id])
    return {
      ...item,
      itemId: id,
      rate,
      claimed: { quantity: claimed.quantity, amount: claimed.amount },
      passed: null,
      cutQuantity: null,
      cutReason: null,
      beyond: beyondOf(item, quantity),
    }
  })
}

/** The stored abstract of a bill as submitted and as passed, with the schedule's fields at that time. */
async function storedItems(db: Db, billId: string): Promise<BillItem[]> {
  const figures = (row: string) =>
    sql.raw(`jsonb_build_object(
    'quantity', jsonb_build_object('upto', ${row}.quantity_upto::text, 'previous', ${row}.quantity_previous::text, 'since', ${row}.quantity_since::text),
    'amount', jsonb_build_object('upto', ${row}.amount_upto::text, 'previous', ${row}.amount_previous::text, 'since', ${row}.amount_since::text))`)
  const { rows } = await sql<Omit<BillItem, 'beyond'>>`
    select c.item_id as "itemId", c.item_no as "itemNo", c.description, c.unit, c.rate::text, c.percentage_applies as "percentageApplies",
      c.agreed_quantity as "agreedQuantity", c.limit_percent as "limitPercent", ${figures('c')} as claimed,
      case when p.item_id is not null then ${figures('p')} end as passed,
      nullif(c.quantity_upto - p.quantity_upto, 0)::text as "cutQuantity", p.cut_reason as "cutReason"
    from bill_items c
    left join bill_items p on p.tenant_id = c.tenant_id and p.bill_id = c.bill_id and p.item_id = c.item_id and p.stage = 'PASSED'
    where c.bill_id = ${billId} and c.stage = 'CLAIMED' order by c.position`.execute(db)
  return rows.map((row) => ({ ...row, beyond: beyondOf(row, row.claimed.quantity.upto) }))
}

/** The abstract of a bill, in the order of the schedule; empty for typed work. Throws 404. */
export async function abstract(db: Db, id: string): Promise<BillItem[]> {
  const bill = await storedBills.get(db, { id })
  return isOpenToChange(bill) ? liveItems(db, bill) : storedItems(db, id)
}

const fixedReasons: Partial<Record<BillStatus, string>> = {
  SUBMITTED: '{bill} is with the department: it is changed once it comes back',
  PASSED: '{bill} was passed and stays as it is',
  CANCELLED: '{bill} was cancelled and stays as it is',
}

/** Throws 409 for a bill whose sheets cannot change, 400 for one with typed work. */
function refuseUnchangeable({ status, name, workSource }: StoredBill): void {
  if (workSource === 'TYPED')
    throw invalid([{ path: 'sheetIds', ...messageOf('are of a bill by items: the work of this one is typed') }])
  const reason = fixedReasons[status]
  if (reason) throw conflictOf([{ path: 'status', ...messageOf(reason, { bill: name }) }])
}

/**
 * Replaces the sheets of a bill. Throws 404; 400 for a bill with typed work and for an id that is no recorded sheet of
 * its agreement; 409 for a submitted bill, for a closed agreement, for a sheet of another bill and for one measured
 * after the bill's `uptoDate`; 412.
 */
export async function replaceSheets(
  db: Db,
  id: string,
  { sheetIds, updatedAt }: Body<typeof replaceBillSheets>,
): Promise<Bill> {
  refuseUnchangeable(await lockBill(db, id))
  await storedBills.update(db, { id }, { updatedAt })
  const { rows } = await sql<{ sheet: number; bill: string }>`
    select s.number as sheet, app.bill_name(b.title, b.number) as bill from bill_sheets o
    join bills b on b.tenant_id = o.tenant_id and b.id = o.bill_id
    join measurement_sheets s on s.tenant_id = o.tenant_id and s.id = o.sheet_id
    where o.sheet_id = any (${sheetIds}::uuid[]) and o.bill_id <> ${id} order by s.number limit 1`.execute(db)
  const [conflicting] = rows
  if (conflicting)
    throw conflictOf([{ path: 'sheetIds', ...messageOf('sheet {sheet} is in {bill}', { ...conflicting }) }])
  await sql`delete from bill_sheets where bill_id = ${id} and sheet_id <> all (${sheetIds}::uuid[])`.execute(db)
  await sql`insert into bill_sheets (bill_id, sheet_id) select distinct ${id}::uuid, given.id from unnest(${sheetIds}::uuid[]) given (id)
    where not exists (select from bill_sheets o where o.bill_id = ${id} and o.sheet_id = given.id)`.execute(db)
  return fullBill(db, await storedBills.get(db, { id }))
}

/**
 * The unbilled work of an agreement: recorded sheets in no bill, and quantities cut from the last bill while no later
 * one is submitted, which claims them again. Throws 404.
 */
export async function unbilled(db: Db, agreementId: string): Promise<Answer<typeof getUnbilledWork>> {
  await getAgreement(db, agreementId)
  const { rows } = await sql<Answer<typeof getUnbilledWork>['cuts'][number]>`
    select c.item_id as "itemId", i.item_no as "itemNo", i.description, i.unit, (c.quantity_upto - p.quantity_upto)::text as quantity,
      (c.amount_upto - p.amount_upto)::text as amount, p.cut_reason as reason
    from (select b.tenant_id, b.id, b.status from bills b where b.agreement_id = ${agreementId} and b.deleted_at is null
      and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') order by b.number desc limit 1) last
    join bill_items c on c.tenant_id = last.tenant_id and c.bill_id = last.id and c.stage = 'CLAIMED'
    join bill_items p on p.tenant_id = c.tenant_id and p.bill_id = c.bill_id and p.item_id = c.item_id and p.stage = 'PASSED'
    join schedule_items i on i.tenant_id = c.tenant_id and i.id = c.item_id
    where last.status = 'PASSED' and c.quantity_upto <> p.quantity_upto order by c.position`.execute(db)
  return { sheets: await unbilledSheets(db, agreementId), cuts: rows }
}
