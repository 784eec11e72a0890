import { type InstrumentEventKind, type InstrumentState, isGuarantee } from '@plinth/api/guarantees/instrument-moves'
import { sql } from 'kysely'
import { newIds } from '../../kernel/db/new-ids.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { tryInsert } from '../../kernel/db/try-insert.ts'
import { AppError } from '../../kernel/errors.ts'
import { rowFault } from '../../kernel/sheets/sheet-columns.ts'
import { recordBatch } from '../contract-imports/imports.queries.ts'
import type { Run } from '../contract-imports/uploading.queries.ts'
import type { FieldName } from './deposit-sheet.rules.ts'
import { byKey, papersNumbered, receiptsOf } from './register-matching.queries.ts'
import { type PlacedRow, type Progress, withPlaces } from './row-checking.queries.ts'
import type { JudgedRow } from './rows.rules.ts'

/** A row to be stored. */
type GoodRow = PlacedRow & { stored: NonNullable<PlacedRow['stored']> }

const isGood = (row: PlacedRow): row is GoodRow => row.faults.length === 0 && row.stored !== undefined

const asJson = (rows: readonly object[]) => sql`${JSON.stringify(rows)}::jsonb`

/** A row whose instrument is stored with it. */
interface FreshPaper {
  id: string
  row: GoodRow
}

/** Stores instruments as drafts, as every instrument begins. */
async function insertPapers(db: Db, importId: string, fresh: readonly FreshPaper[]): Promise<void> {
  const rows = fresh.map(({ id, row: { row, isMargin, officeId, words, stored } }) => {
    const { kind, number, amount, marginPercent, text } = stored.paper
    const { issuer, branch, issuedOn, expiresOn, claimUntil, maturesOn } = text
    const tender = words.bidId ?? words.referenceNo ?? words.contractName
    return {
      id,
      kind,
      number,
      amount,
      issuer,
      branch,
      office_id: officeId,
      issued_on: issuedOn,
      expires_on: expiresOn,
      claim_until: claimUntil,
      matures_on: maturesOn,
      margin_percent: marginPercent,
      comment: isMargin && tender ? `Margin for ${tender}` : undefined,
      import_row: isMargin ? row : undefined,
    }
  })
  await sql`insert into instruments (id, kind, number, amount, issuer, branch, office_id, issued_on, expires_on, claim_until,
      matures_on, margin_percent, comment, import_row, import_id)
    select i.*, ${importId}::uuid from jsonb_to_recordset(${asJson(rows)}) as i(id uuid, kind text, number text,
      amount numeric, issuer text, branch text, office_id uuid, issued_on date, expires_on date, claim_until date,
      matures_on date, margin_percent numeric, comment text, import_row int)`.execute(db)
}

const remark = 'From the register'

interface GivenEvent {
  instrument_id: string
  kind: InstrumentEventKind
  day: string | undefined
  to_state?: InstrumentState
}

/** The events that bring an instrument to the state its row gives. */
function eventsOf({ id, row: { stored } }: FreshPaper) {
  const { whereabouts, kind, text } = stored.paper
  const { issuedOn, submittedOn, receivedOn } = text
  const isOurs = whereabouts === 'OURS'
  const first: GivenEvent = {
    instrument_id: id,
    kind: isOurs ? 'ISSUED' : 'LODGED',
    day: isOurs ? issuedOn : (submittedOn ?? issuedOn ?? receivedOn),
  }
  // Only a claim would record what the department encashed, and the sheet says nothing of one.
  const after: GivenEvent[] =
    whereabouts === 'BACK'
      ? [{ instrument_id: id, kind: 'RETURNED', day: receivedOn }]
      : whereabouts === 'LOST'
        ? [
            {
              instrument_id: id,
              kind: 'CORRECTED',
              day: receivedOn,
              to_state: isGuarantee(kind) ? 'PAID_OUT' : 'CLOSED',
            },
          ]
        : []
  return { first: whereabouts === 'DRAFT' ? [] : [first], after }
}

/** Stores events, at most one for an instrument at a time: each builds on the state left by those before. */
async function insertEvents(db: Db, events: readonly GivenEvent[]): Promise<void> {
  if (events.length > 0)
    await sql`insert into instrument_events (instrument_id, kind, happened_on, to_state, remark)
      select e.instrument_id, e.kind, greatest(coalesce(e.day, app.today()), (select max(b.happened_on) from instrument_events b
        where b.instrument_id = e.instrument_id)), e.to_state, ${remark}
      from jsonb_to_recordset(${asJson(events)}) as e(instrument_id uuid, kind text, day date, to_state text)`.execute(
      db,
    )
}

/** Stores the liens that secure the guarantees among the instruments, while these are out. */
async function insertLiens(db: Db, fresh: readonly FreshPaper[]): Promise<void> {
  const secured = fresh.flatMap(({ id, row: { stored } }) => {
    const { margin, whereabouts, text } = stored.paper
    const isOut = whereabouts === 'LODGED' || whereabouts === 'OURS'
    return margin && isOut ? [{ id, margin, day: text.issuedOn }] : []
  })
  if (secured.length === 0) return
  const receipts = receiptsOf(
    await papersNumbered(
      db,
      secured.map(({ margin }) => margin.receiptNo),
    ),
  )
  const liens = secured.map(({ id, margin, day }) => {
    const [receipt] = receipts.get(margin.receiptNo.toUpperCase()) ?? []
    return { guarantee_id: id, receipt_id: receipt?.id, amount: margin.amount, day }
  })
  await sql`insert into instrument_liens (guarantee_id, receipt_id, amount, marked_on)
    select l.guarantee_id, l.receipt_id, l.amount, coalesce(l.day, app.today())
    from jsonb_to_recordset(${asJson(liens)}) as l(guarantee_id uuid, receipt_id uuid, amount numeric, day date)`.execute(
    db,
  )
}

/** Stores deposits with their settlements; returns the ids of those that were settled in parts. */
async function insertDeposits(
  db: Db,
  importId: string,
  deposits: readonly { id: string; instrumentId: string | undefined; row: GoodRow }[],
): Promise<string[]> {
  const rows = deposits.map(({ id, instrumentId, row: { row, contractId, ownOfficeId, ownerId, print, stored } }) => ({
    id,
    contract_id: contractId,
    deposit_type: stored.depositType,
    instrument_no: stored.instrumentNo,
    amount: stored.amount,
    deposit_submitted_date: stored.paper.text.submittedOn,
    status: stored.status,
    deposit_returned_date: stored.entries.length === 0 ? stored.paper.text.receivedOn : undefined,
    bank_name: stored.paper.text.issuer,
    instrument_id: instrumentId,
    office_id: ownOfficeId,
    owner_id: ownerId,
    release_basis: stored.paper.text.dueOn && 'FIXED',
    fixed_due_on: stored.paper.text.dueOn,
    import_row: row,
    print: `\\x${print}`,
  }))
  await sql`insert into security_deposits (id, contract_id, deposit_type, instrument_no, amount, deposit_submitted_date, status,
      deposit_returned_date, bank_name, instrument_id, office_id, owner_id, release_basis, fixed_due_on, import_row, import_fingerprint,
      import_id)
    select d.*, ${importId}::uuid from jsonb_to_recordset(${asJson(rows)}) as d(id uuid, contract_id uuid, deposit_type text,
      instrument_no text, amount numeric, deposit_submitted_date date, status text, deposit_returned_date date, bank_name text,
      instrument_id uuid, office_id uuid, owner_id uuid, release_basis text, fixed_due_on date, import_row int, print bytea)`.execute(
    db,
  )
  const entries = deposits.flatMap(({ id, row: { stored } }) =>
    stored.entries.map(({ kind, amount }) => ({
      deposit_id: id,
      kind,
      amount,
      day: stored.paper.text.receivedOn,
      reason: kind === 'DEDUCTED' ? remark : null,
    })),
  )
  if (entries.length > 0)
    await sql`insert into deposit_settlements (deposit_id, kind, amount, settled_on, reason)
      select s.* from jsonb_to_recordset(${asJson(entries)}) as s(deposit_id uuid, kind text, amount numeric, day date,
        reason text)`.execute(db)
  return [...new Set(entries.map(({ deposit_id }) => deposit_id))]
}

/** Locks the registered instruments of rows, in one order for all who store deposits of them. */
async function lockPapers(db: Db, rows: readonly GoodRow[]) {
  const papers = await papersNumbered(
    db,
    rows.flatMap(({ stored }) => stored.paper.number ?? []),
  )
  const ids = papers.map(({ id }) => id)
  if (ids.length > 0)
    await sql`select from instruments where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
  return byKey(papers)
}

/** Stores rows with their instruments, the events of those, the deposits and their settlements, in their order. */
async function insertRows(db: Db, importId: string, rows: readonly GoodRow[]): Promise<void> {
  const known = await lockPapers(db, rows)
  const ids = (await newIds(db, rows.length * 2)).toReversed()
  const idOf = new Map([...known].map(([key, { id }]) => [key, id]))
  const fresh: FreshPaper[] = []
  const deposits = rows.map((row) => {
    const { key } = row.stored.paper
    const instrumentId = (key !== undefined && idOf.get(key)) || ids.pop()
    if (instrumentId !== undefined && (key === undefined || !idOf.has(key))) {
      fresh.push({ id: instrumentId, row })
      if (key !== undefined) idOf.set(key, instrumentId)
    }
    return { id: ids.pop() ?? '', instrumentId, row }
  })
  if (fresh.length > 0) await insertPapers(db, importId, fresh)
  const ofContracts = deposits.filter(({ row }) => !row.isMargin).toSorted((one, other) => one.row.row - other.row.row)
  const inParts = ofContracts.length === 0 ? [] : await insertDeposits(db, importId, ofContracts)
  const events = fresh.map(eventsOf)
  await insertEvents(
    db,
    events.flatMap(({ first }) => first),
  )
  await insertLiens(db, fresh)
  await insertEvents(
    db,
    events.flatMap(({ after }) => after),
  )
  const atBank = fresh.filter(({ row }) => row.isMargin).map(({ id }) => id)
  if (atBank.length > 0)
    await sql`update instruments set held_by = 'BANK' where id = any(${atBank}::uuid[])`.execute(db)
  // Recorded after the settlements, so that undoing recognises later changes.
  if (inParts.length > 0)
    await sql`update security_deposits set imported_as = now() where id = any(${inParts}::uuid[])`.execute(db)
  if (fresh.length > 0)
    await sql`update instruments set imported_as = now() where id = any(${fresh.map(({ id }) => id)}::uuid[])`.execute(
      db,
    )
}

/** Stores the good rows; returns those that the database rejects, each with its reason. */
async function insertGood(db: Db, importId: string, good: readonly GoodRow[]): Promise<PlacedRow[]> {
  const together = await tryInsert(db, () => insertRows(db, importId, good))
  if (!(together instanceof AppError)) return []
  // One row that the database rejects must not keep the others out.
  const left: PlacedRow[] = []
  for (const row of good) {
    const attempted = await tryInsert(db, () => insertRows(db, importId, [row]))
    if (attempted instanceof AppError) left.push({ ...row, stored: undefined, faults: [rowFault(attempted.sentence)] })
  }
  return left
}

/**
 * Called once per run. Stores the good rows of a batch and records the rejected ones with their reasons, in this
 * transaction; returns the rejected ones in the order of the sheet. A dry run stores no deposit.
 */
export function storing(run: Run<FieldName>) {
  const progress: Progress = { failed: new Set(), prints: new Map(), taken: new Map() }
  return async (db: Db, rows: readonly JudgedRow[]): Promise<JudgedRow[]> => {
    // From then on the register has what was stored.
    if (!run.isDryRun) progress.taken.clear()
    const batch = await withPlaces(db, run, rows, progress)
    const good = batch.filter(isGood)
    const refused = run.isDryRun || good.length === 0 ? [] : await insertGood(db, run.id, good)
    const failed = [...batch.filter((row) => !isGood(row)), ...refused].toSorted((one, other) => one.row - other.row)
    for (const { row } of failed) progress.failed.add(row)
    await recordBatch(db, run.id, batch, failed)
    return failed
  }
}
