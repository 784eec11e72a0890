import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import type { BillWork, Memorandum } from '@plinth/api/money/bill-engine/bill'
import { computeBill } from '@plinth/api/money/bill-engine/compute'
import { passBill } from '@plinth/api/money/bill-engine/pass'
import { CutError, type KeptInput, memorandumOf } from '@plinth/api/money/bill-input'
import { type BillStatus, billMoves } from '@plinth/api/money/bill-states'
import {
  type Bill,
  type cancelBill,
  type passBill as passCall,
  type returnBill,
  type takeBackMemorandum,
} from '@plinth/api/money/bills'
import { typedFaults } from '@plinth/api/money/typed-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError, conflict, conflictOf, invalid } from '../../kernel/errors.ts'
import { noteUse } from '../statutory-rules/statutory-rules.queries.ts'
import { storeLines } from './bill-figures.queries.ts'
import { type Claim, claimOf, held, type StoredBill, storedBills, termsOf, whole } from './bills.queries.ts'
import { inputDigest } from './input-digest.rules.ts'
import { sheetsOf, storeItems } from './item-work.queries.ts'

const wrongMove = (from: BillStatus, to: BillStatus) =>
  conflictOf([{ path: 'status', ...messageOf('cannot go from {from} to {to}', { from, to }) }])

/** Holds a bill that is to go on. Throws 404, 409 where it cannot. */
async function heldFor(db: Db, id: string, to: BillStatus): Promise<StoredBill> {
  const bill = await held(db, id)
  if (!billMoves[bill.status].includes(to)) throw wrongMove(bill.status, to)
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

/** Throws 412 where a bill is computed from something else than what the person saw. */
async function refuseUnseen(db: Db, bill: StoredBill, input: KeptInput, seen: string): Promise<void> {
  const digest = inputDigest(bill, input, await sheetsOf(db, bill.id))
  if (digest !== seen) throw new AppError(412, 'stale', 'The figures changed since you looked')
}

/**
 * Submits a bill, computed as things stand now, with everything that it was computed from; `seen` is the digest that the person saw. Throws
 * 404; 409 for a bill that cannot be submitted, while another one is with the department, for what is missing, for a rule that nobody confirmed and
 * for typed amounts that cannot be;
 * 412 where it is computed from something else.
 */
export async function submit(db: Db, id: string, seen: string): Promise<Bill> {
  const bill = await heldFor(db, id, 'SUBMITTED')
  await refuseSecond(db, bill)
  const claim = await claimOf(db, bill)
  const input = readyInput(claim)
  const { place, sources } = claim.terms
  await refuseUnseen(db, bill, input, seen)
  const rules = claim.terms.sources.flatMap((source) => source.rules.map((rule) => rule.id))
  await noteUse(db, rules)
  // Until then somebody could still change a rule of the company.
  if (rules.length > 0) {
    const terms = await termsOf(db, bill.agreementId, bill.billDate, bill.kind === 'FINAL')
    await refuseUnseen(
      db,
      bill,
      readyInput({ ...claim, terms, input: terms.terms && { ...input, terms: terms.terms } }),
      seen,
    )
  }
  const computed = computeBill(input)
  const faults = typedFaults(computed.lines, input.typed)
  if (faults.length > 0) throw conflictOf(faults.map((said) => ({ path: 'typed', ...said })))
  if (bill.status === 'RETURNED') await sql`select app.drop_stage(${id}, 'CLAIMED')`.execute(db)
  await storeLines(db, id, 'CLAIMED', computed.lines)
  if (input.work.source === 'ITEMS') {
    await storeItems(db, id, 'CLAIMED', computed.items, input.work.items)
    await sql`update bills set work_upto = ${computed.work.upto} where id = ${id}`.execute(db)
  }
  const { agreementNumber, agreementName, partyName, ourGstin } = bill
  const basis = { place, sources, agreementNumber, agreementName, partyName, ourGstin }
  await sql`update bills set status = 'SUBMITTED', net_claimed = ${computed.net.since}, input = ${JSON.stringify(input)}::jsonb,
    basis = ${JSON.stringify(basis)}::jsonb where id = ${id}`.execute(db)
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
 * the bill or to come, 409 for a bill that is not with the department and where the memorandum's net is not what its heads come to, 412 where
 * the bill is not the one that the person saw.
 */
export async function pass(db: Db, id: string, memorandum: Body<typeof passCall>): Promise<Bill> {
  const stored = await heldFor(db, id, 'PASSED')
  const { input } = stored
  if (!input) throw new Error(`bill ${id} was submitted without its input`)
  await refuseUnseen(db, stored, input, memorandum.inputDigest)
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

/**
 * Takes the memorandum of a passed bill back, which is with the department again. What it said stays in the audit trail. Throws 404; 409 for a bill
 * that is not passed, once a later one was submitted and once the agreement is closed.
 */
export async function takeBack(
  db: Db,
  id: string,
  { takenBackReason }: Body<typeof takeBackMemorandum>,
): Promise<Bill> {
  const { status } = await held(db, id)
  if (status !== 'PASSED') throw wrongMove(status, 'SUBMITTED')
  await sql`update bills set status = 'SUBMITTED', taken_back_reason = ${takenBackReason}, memo_no = null, passed_on = null, memorandum = null,
    work_passed = null, net_passed = null where id = ${id}`.execute(db)
  await sql`select app.drop_stage(${id}, 'PASSED')`.execute(db)
  return whole(db, await storedBills.get(db, { id }))
}
