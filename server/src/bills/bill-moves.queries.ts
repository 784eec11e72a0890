import type { BillWork, Memorandum } from '@plinth/api/bill-engine/bill'
import { computeBill } from '@plinth/api/bill-engine/compute'
import { rupeesText } from '@plinth/api/bill-engine/figures'
import { passBill } from '@plinth/api/bill-engine/pass'
import { CutError, memorandumOf } from '@plinth/api/bill-input'
import {
  type Bill,
  type BillStatus,
  billMoves,
  type cancelBill,
  type passBill as passCall,
  type returnBill,
} from '@plinth/api/bills'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import { AppError, conflict, conflictOf, invalid } from '../kernel/errors.ts'
import type { Db } from '../kernel/tenancy.ts'
import { noteUse } from '../rules/rules.queries.ts'
import { storeLines } from './bill-figures.queries.ts'
import { type Claim, claimOf, held, type StoredBill, storedBills, whole } from './bills.queries.ts'
import { storeItems } from './item-work.queries.ts'

/** Holds a bill that is to go on. Throws 404, 409 where it cannot. */
async function heldFor(db: Db, id: string, to: BillStatus): Promise<StoredBill> {
  const bill = await held(db, id)
  if (!billMoves[bill.status].includes(to)) {
    throw conflictOf([{ path: 'status', ...messageOf('cannot go from {from} to {to}', { from: bill.status, to }) }])
  }
  return bill
}

/** Throws 409 while another bill of the agreement is with the department. */
async function refuseSecond(db: Db, { id, agreementId }: StoredBill): Promise<void> {
  const { rows } = await sql<{ name: string; status: BillStatus }>`
    select app.bill_name(b.title, b.number) as name, b.status from bills b
    where b.agreement_id = ${agreementId} and b.id <> ${id} and b.deleted_at is null and b.status in ('SUBMITTED', 'RETURNED')`.execute(
    db,
  )
  const [open] = rows
  if (!open) return
  const said =
    open.status === 'SUBMITTED'
      ? messageOf('{bill} is still with the department: pass or return it first', { bill: open.name })
      : messageOf('{bill} came back from the department: submit it again or cancel it first', { bill: open.name })
  throw conflictOf([{ path: 'status', ...said }])
}

/** The input of a claim that nothing stands in the way of. Throws 409 for what is missing, and for a rule that nobody confirmed. */
function readyInput({ terms, workFaults, input }: Claim) {
  if (!input) throw conflictOf([...terms.faults, ...workFaults])
  const waiting = terms.sources.flatMap(({ rules }) => rules).find(({ waits }) => waits)
  if (waiting)
    throw conflict(
      messageOf('{rule} has not been confirmed: {source}', { rule: waiting.name, source: waiting.sourceTitle }),
    )
  return input
}

/**
 * Submits a bill, computed as things stand now, with everything that it was computed from; `net` is what the person saw. Throws 404; 409 for a
 * bill that cannot be submitted, while another one is with the department, for what is missing and for a rule that nobody confirmed; 412 where it
 * comes to another net.
 */
export async function submit(db: Db, id: string, net: number): Promise<Bill> {
  const bill = await heldFor(db, id, 'SUBMITTED')
  await refuseSecond(db, bill)
  const claim = await claimOf(db, bill)
  const input = readyInput(claim)
  const { place, sources } = claim.terms
  const computed = computeBill(input)
  if (computed.net.since !== rupeesText(net)) throw new AppError(412, 'stale', 'The figures changed since you looked')
  if (bill.status === 'RETURNED')
    await sql`select app.drop_returned_claim(${id}), app.drop_returned_items(${id})`.execute(db)
  await storeLines(db, id, 'CLAIMED', computed.lines)
  if (input.work.source === 'ITEMS') {
    await storeItems(db, id, 'CLAIMED', computed.items, input.work.items)
    await sql`update bills set work_upto = ${computed.work.upto} where id = ${id}`.execute(db)
  }
  await sql`update bills set status = 'SUBMITTED', net_claimed = ${computed.net.since}, input = ${JSON.stringify(input)}::jsonb,
    basis = ${JSON.stringify({ place, sources })}::jsonb where id = ${id}`.execute(db)
  await noteUse(
    db,
    sources.flatMap(({ rules }) => rules.map((rule) => rule.id)),
  )
  return whole(db, await storedBills.get(db, { id }))
}

/** The department sent a bill back. Throws 404, 409 for what is not with it. */
export async function sendBack(db: Db, id: string, { returnReason }: Body<typeof returnBill>): Promise<Bill> {
  await heldFor(db, id, 'RETURNED')
  await sql`update bills set status = 'RETURNED', return_reason = ${returnReason} where id = ${id}`.execute(db)
  return whole(db, await storedBills.get(db, { id }))
}

/** Gives up a bill that came back. Throws 404, 409 for any other. */
export async function cancel(db: Db, id: string, { cancelReason }: Body<typeof cancelBill>): Promise<Bill> {
  await heldFor(db, id, 'CANCELLED')
  await sql`update bills set status = 'CANCELLED', cancel_reason = ${cancelReason} where id = ${id}`.execute(db)
  return whole(db, await storedBills.get(db, { id }))
}

/**
 * What the memorandum says, for the engine. Throws 400 for a cut of items where the work is typed, of the work where it is by items, of
 * an item that the bill has not, and of more than it claims.
 */
async function readMemorandum(db: Db, memorandum: Body<typeof passCall>, work: BillWork): Promise<Memorandum> {
  const { cuts, workUpto } = memorandum
  if (work.source === 'TYPED' && cuts?.length)
    throw invalid([{ path: 'cuts', ...messageOf('are of a bill by items: cut the work as a whole') }])
  if (work.source === 'ITEMS' && typeof workUpto === 'number')
    throw invalid([{ path: 'workUpto', ...messageOf('is passed item by item: cut the items') }])
  try {
    return memorandumOf(memorandum, work)
  } catch (error) {
    if (!(error instanceof CutError)) throw error
    const at = cuts?.findIndex(({ itemId }) => itemId === error.itemId)
    if (error.fault === 'UNKNOWN')
      throw invalid([{ path: `cuts.${at}.itemId`, ...messageOf('must be an item of this bill') }])
    const { rows } = await sql<{
      item: string
    }>`select item_no as item from schedule_items where id = ${error.itemId}`.execute(db)
    const said = messageOf('is more than is claimed of item {item}', { item: rows[0]?.item ?? '' })
    throw invalid([{ path: `cuts.${at}.cutQuantity`, ...said }])
  }
}

/**
 * Passes a bill as its memorandum says: computed again from what it was submitted with. Throws 404, 400 as above and for a day before
 * the bill or to come, 409 for a bill that is not with the department and where the memorandum's net is not what its heads come to.
 */
export async function pass(db: Db, id: string, memorandum: Body<typeof passCall>): Promise<Bill> {
  const { input } = await heldFor(db, id, 'PASSED')
  if (!input) throw new Error(`bill ${id} was submitted without its input`)
  const said = await readMemorandum(db, memorandum, input.work)
  const { bill, netDifference } = passBill(input, said)
  if (netDifference !== '0.00') {
    const fault = messageOf('differs from what the heads come to by {difference}', { difference: netDifference })
    throw conflictOf([{ path: 'net', ...fault }])
  }
  await storeLines(db, id, 'PASSED', bill.lines)
  if (input.work.source === 'ITEMS') {
    const reasons = new Map((memorandum.cuts ?? []).map(({ itemId, reason }) => [itemId, reason]))
    await storeItems(db, id, 'PASSED', bill.items, input.work.items, reasons)
  }
  await sql`update bills set status = 'PASSED', memo_no = ${memorandum.memoNo}, passed_on = ${memorandum.passedOn},
    memorandum = ${JSON.stringify(said)}::jsonb, work_passed = ${bill.work.upto}, net_passed = ${bill.net.since}
    where id = ${id}`.execute(db)
  return whole(db, await storedBills.get(db, { id }))
}
