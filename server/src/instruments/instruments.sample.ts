import { type InstrumentKind, isGuarantee, isReceipt, proposedKind } from '@plinth/api/instrument-moves'
import { sql } from 'kysely'
import * as events from '../instrument-events/instrument-events.queries.ts'
import * as liens from '../instrument-liens/instrument-liens.queries.ts'
import type { Db } from '../kernel/tenancy.ts'
import { type DayAt, daysAfter } from '../sample-values.ts'
import { create } from './instruments.queries.ts'

/** A deposit that lies with a department. */
interface Lying {
  id: string
  number: string
  bank: string | null
  amount: number
  issuedOn: string
  submittedOn: string
  officeId: string | null
}

/** The oldest first. */
const lyingWithDepartments = sql<Lying>`select d.id, d.instrument_no as number, d.bank_name as bank, d.amount,
    d.deposit_created_date as "issuedOn", d.deposit_submitted_date as "submittedOn", c.office_id as "officeId"
  from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
  where d.status in ('SUBMITTED', 'PENDING_REFUND', 'PENDING_RELEASE') and d.deposit_submitted_date is not null
  order by d.deposit_submitted_date, d.id`

const earlier = (one: string, other: string) => (one < other ? one : other)

/** In how many days from today the guarantees run out, from the oldest on: one has, and nobody has fetched it back. */
const daysToExpiry = [-20, 9, 24, 52, 83, 118, 170, 240, 330, 410]

/** What each kind says of days: guarantees leave three months for claims, receipts are for a year or two. */
function daysOf(kind: InstrumentKind, nth: number, { issuedOn }: Lying, dayAt: DayAt) {
  if (isReceipt(kind)) return { maturesOn: daysAfter(dayAt(0), 35 + 60 * nth) }
  if (!isGuarantee(kind)) return {}
  const expiresOn = daysAfter(dayAt(0), daysToExpiry[nth % daysToExpiry.length] ?? 0)
  // One that was given lately is for a year at least.
  const valid = expiresOn > issuedOn ? expiresOn : daysAfter(issuedOn, 365)
  return { expiresOn: valid, claimUntil: nth === 0 ? valid : daysAfter(valid, 90) }
}

interface Entered {
  id: string
  kind: InstrumentKind
  amount: number
  bank: string | null
  issuedOn: string
  lodgedOn: string
}

/** What stands behind the deposits: the drafts are still to be entered, so that the register can be completed. */
async function enterPapers(db: Db, dayAt: DayAt, today: string): Promise<Entered[]> {
  const { rows } = await lyingWithDepartments.execute(db)
  const counted = new Map<InstrumentKind, number>()
  const entered: Entered[] = []
  for (const deposit of rows) {
    const kind = proposedKind(deposit.number)
    if (!kind || kind === 'DD') continue
    const nth = counted.get(kind) ?? 0
    counted.set(kind, nth + 1)
    const { number, bank, amount, issuedOn, submittedOn, officeId } = deposit
    const lodgedOn = earlier(submittedOn, today)
    const { id } = await create(db, {
      kind,
      number,
      issuer: bank,
      amount,
      issuedOn,
      officeId,
      ...daysOf(kind, nth, deposit, dayAt),
      ...(isGuarantee(kind) && { marginPercent: 15, commissionPercent: 1.8 }),
      state: 'LODGED',
      happenedOn: lodgedOn,
      depositIds: [deposit.id],
    })
    entered.push({ id, kind, amount, bank, issuedOn, lodgedOn })
  }
  return entered
}

/** The bank's margin of the largest guarantees lies in receipts with a lien. */
async function pledge(db: Db, guarantees: readonly Entered[], dayAt: DayAt, today: string): Promise<void> {
  const largest = guarantees.toSorted((one, other) => other.amount - one.amount).slice(0, 3)
  for (const [at, { id, amount, bank, issuedOn, lodgedOn }] of largest.entries()) {
    const margin = Math.ceil((amount * 0.15) / 1_000) * 1_000
    const receipt = await create(db, {
      kind: 'FDR',
      number: `FDR 41${at}2007${at}85`,
      issuer: bank,
      amount: margin + 25_000 * at,
      issuedOn,
      maturesOn: daysAfter(dayAt(0), 18 + 150 * at),
      state: 'ISSUED',
      happenedOn: earlier(issuedOn, today),
    })
    await liens.add(db, id, { receiptId: receipt.id, amount: margin, markedOn: earlier(issuedOn, lodgedOn) })
  }
}

/** One is called, one was extended; one is asked for, and one is ready to be handed in. */
async function tellWhatHappened(db: Db, [, called, extended]: readonly Entered[], dayAt: DayAt, today: string) {
  const lately = (days: number, { lodgedOn }: Entered) => {
    const day = earlier(dayAt(-days), today)
    return day > lodgedOn ? day : lodgedOn
  }
  if (called)
    await events.add(db, called.id, {
      kind: 'EXTEND_OR_PAY',
      happenedOn: lately(6, called),
      reference: 'EE/HSN/BG/214',
      remark: 'To be extended by six months, or paid.',
    })
  if (extended)
    await events.add(db, extended.id, {
      kind: 'EXTENDED',
      happenedOn: lately(40, extended),
      expiresOn: daysAfter(dayAt(0), 64),
      charges: 7_434,
      remark: 'With the second extension of time.',
    })
  const asked = { kind: 'BG', amount: 6_40_000, issuer: 'State Bank of India', marginPercent: 15 } as const
  await create(db, { ...asked, state: 'REQUESTED', happenedOn: earlier(dayAt(-3), today) })
  await create(db, {
    kind: 'SURETY_BOND',
    number: 'SB/2100/118',
    issuer: 'New India Assurance',
    amount: 3_75_000,
    issuedOn: dayAt(-2),
    expiresOn: daysAfter(dayAt(0), 200),
    state: 'ISSUED',
    happenedOn: earlier(dayAt(-2), today),
  })
}

/** The papers behind what the sample company has with departments; nothing of what its deposits come to changes. */
export async function addSampleInstruments(db: Db, dayAt: DayAt): Promise<void> {
  const { rows } = await sql<{ today: string }>`select app.today() as today`.execute(db)
  // Nothing happens after the database's own day, whatever day the sample is counted from.
  const today = earlier(rows[0]?.today ?? dayAt(0), dayAt(0))
  const entered = await enterPapers(db, dayAt, today)
  const guarantees = entered.filter(({ kind }) => isGuarantee(kind))
  await pledge(db, guarantees, dayAt, today)
  await tellWhatHappened(db, guarantees, dayAt, today)
}
