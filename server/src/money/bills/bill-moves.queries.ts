import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import type { BillWork, Memorandum } from '@plinth/api/money/bill-engine/bill'
import { computeBill } from '@plinth/api/money/bill-engine/compute'
import { passBill } from '@plinth/api/money/bill-engine/pass'
import { CutError, memorandumOf, type StoredInput } from '@plinth/api/money/bill-input'
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
import { type Claim, claimOf, fullBill, lockBill, type StoredBill, storedBills, termsOf } from './bills.queries.ts'
import { inputDigest } from './input-digest.rules.ts'
import { sheetsOf, storeItems } from './item-work.queries.ts'

const wrongMove = (from: BillStatus, to: BillStatus) =>
  conflictOf([{ path: 'status', ...messageOf('cannot go from {from} to {to}', { from, to }) }])

/** Locks a bill that is to change to the status `to`. Throws 404, 409 if it cannot. */
async function lockForMove(db: Db, id: string, to: BillStatus): Promise<StoredBill> {
  const bill = await lockBill(db, id)
  if (!billMoves[bill.status].includes(to)) throw wrongMove(bill.status, to)
  return bill
}

/** Throws 409 if another bill of the agreement is with the department. */
async function refuseSecond(db: Db, { id, agreementId }: StoredBill): Promise<void> {
  const { rows } = await sql<{ name: string; status: BillStatus }>`
    select app.bill_name(b.title, b.number) as name, b.status from bills b
    where b.agreement_id = ${agreementId} and b.id <> ${id} and b.deleted_at is null and b.status in ('SUBMITTED', 'RETURNED')`.execute(
    db,
  )
  const [open] = rows
  if (!open) return
  const reason =
    open.status === 'SUBMITTED'
      ? messageOf('{bill} is still with the department: pass or return it first', { bill: open.name })
      : messageOf('{bill} came back from the department: submit it again or cancel it first', { bill: open.name })
  throw conflictOf([{ path: 'status', ...reason }])
}

/** The engine input of a claim. Throws 409 for a missing field and for an unconfirmed statutory rule. */
function readyInput({ terms, workFaults, input }: Claim) {
  if (!input) throw conflictOf([...terms.faults, ...workFaults])
  const unconfirmed = terms.sources.flatMap(({ rules }) => rules).find(({ waits }) => waits)
  if (unconfirmed)
    throw conflict(
      messageOf('{rule} has not been confirmed: {source}', { rule: unconfirmed.name, source: unconfirmed.sourceTitle }),
    )
  return input
}

/** Throws 412 if the bill is now computed from other inputs than the user saw. */
async function refuseUnseen(db: Db, bill: StoredBill, input: StoredInput, seen: string): Promise<void> {
  const digest = inputDigest(bill, input, await sheetsOf(db, bill.id))
  if (digest !== seen) throw new AppError(412, 'stale', 'The figures changed since you looked')
}

/**
 * Submits a bill: computes it from the present inputs and stores these with it. `seen` is the digest that the user
 * saw. Throws 404; 409 for a bill that cannot be submitted, while another bill is with the department, for a missing
 * field, for an unconfirmed statutory rule and for impossible typed amounts; 412 if the digest differs.
 */
export async function submit(db: Db, id: string, seen: string): Promise<Bill> {
  const bill = await lockForMove(db, id, 'SUBMITTED')
  await refuseSecond(db, bill)
  const claim = await claimOf(db, bill)
  const input = readyInput(claim)
  const { place, sources } = claim.terms
  await refuseUnseen(db, bill, input, seen)
  const rules = claim.terms.sources.flatMap((source) => source.rules.map((rule) => rule.id))
  await noteUse(db, rules)
  // Before `noteUse`, a rule of the company could still change, so the digest is checked again.
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
  if (faults.length > 0) throw conflictOf(faults.map((fault) => ({ path: 'typed', ...fault })))
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
  return fullBill(db, await storedBills.get(db, { id }))
}

/** Records that the department returned a bill. Throws 404, 409 unless the bill is with the department. */
export async function sendBack(db: Db, id: string, { returnReason }: Body<typeof returnBill>): Promise<Bill> {
  await lockForMove(db, id, 'RETURNED')
  await sql`update bills set status = 'RETURNED', return_reason = ${returnReason} where id = ${id}`.execute(db)
  return fullBill(db, await storedBills.get(db, { id }))
}

/** Cancels a returned bill. Throws 404, 409 for any other status. */
export async function cancel(db: Db, id: string, { cancelReason }: Body<typeof cancelBill>): Promise<Bill> {
  await lockForMove(db, id, 'CANCELLED')
  await sql`update bills set status = 'CANCELLED', cancel_reason = ${cancelReason} where id = ${id}`.execute(db)
  return fullBill(db, await storedBills.get(db, { id }))
}

/**
 * Parses a memorandum for the engine. Throws 400 for cut items if the work is typed, for a cut of the whole work if it
 * is by items, for an item that is not in the bill, and for a cut of more than is claimed.
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
    const reason = messageOf('is more than is claimed of item {item}', { item: rows[0]?.item ?? '' })
    throw invalid([{ path: `cuts.${at}.cutQuantity`, ...reason }])
  }
}

/**
 * Passes a bill with its memorandum; the bill is computed again from the input of its submission. Throws 404; 400 as
 * `readMemorandum` does and for a day before the bill or after today; 409 unless the bill is with the department, and
 * if the memorandum's net differs from the sum of its heads; 412 if the bill is not the one that the user saw.
 */
export async function pass(db: Db, id: string, memorandum: Body<typeof passCall>): Promise<Bill> {
  const stored = await lockForMove(db, id, 'PASSED')
  const { input } = stored
  if (!input) throw new Error(`bill ${id} was submitted without its input`)
  await refuseUnseen(db, stored, input, memorandum.inputDigest)
  const parsed = await readMemorandum(db, memorandum, input.work)
  const { bill, netDifference } = passBill(input, parsed)
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
    memorandum = ${JSON.stringify(parsed)}::jsonb, work_passed = ${bill.work.upto}, net_passed = ${bill.net.since}
    where id = ${id}`.execute(db)
  return fullBill(db, await storedBills.get(db, { id }))
}

/**
 * Takes back the memorandum of a passed bill, which is then with the department again. The audit trail keeps the
 * memorandum. Throws 404; 409 unless the bill is passed, once a later bill was submitted and once the agreement is
 * closed.
 */
export async function takeBack(
  db: Db,
  id: string,
  { takenBackReason }: Body<typeof takeBackMemorandum>,
): Promise<Bill> {
  const { status } = await lockBill(db, id)
  if (status !== 'PASSED') throw wrongMove(status, 'SUBMITTED')
  await sql`update bills set status = 'SUBMITTED', taken_back_reason = ${takenBackReason}, memo_no = null, passed_on = null, memorandum = null,
    work_passed = null, net_passed = null where id = ${id}`.execute(db)
  await sql`select app.drop_stage(${id}, 'PASSED')`.execute(db)
  return fullBill(db, await storedBills.get(db, { id }))
}
