import { type InstrumentKind, isGuarantee, isReceipt, proposedKind } from '@plinth/api/guarantees/instrument-moves'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt, earlier, type SamplePaper } from '../../sample-values.ts'
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
  /** Until when its contract asks for a guarantee, where it secures the work. */
  neededUntil: string | null
}

/** The oldest first. */
const lyingWithDepartments = sql<Lying>`select d.id, d.instrument_no as number, d.bank_name as bank, d.amount,
    d.deposit_created_date as "issuedOn", d.deposit_submitted_date as "submittedOn", c.office_id as "officeId",
    case when d.purpose in ('PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY')
      then coalesce(c.actual_end_date, c.given_end_date) + 60 end as "neededUntil"
  from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
  where d.status in ('SUBMITTED', 'PENDING_REFUND', 'PENDING_RELEASE') and d.deposit_submitted_date is not null
  order by d.deposit_submitted_date, d.id`

/** In how many days from today the guarantees run out, from the oldest on, where the work does not ask for longer: some have, and nobody has fetched them back. */
const daysToExpiry = [-20, 9, 24, 52, 83, 118, 170, 240, 330, 410]

/** What each kind says of days: guarantees leave three months for claims, receipts are for a year or two. */
function daysOf(kind: InstrumentKind, nth: number, { issuedOn, neededUntil }: Lying, dayAt: DayAt) {
  if (isReceipt(kind)) return { maturesOn: daysAfter(dayAt(0), 35 + 60 * nth) }
  if (!isGuarantee(kind)) return {}
  const expiresOn = daysAfter(dayAt(0), daysToExpiry[nth % daysToExpiry.length] ?? 0)
  // One that was given lately is for a year at least.
  const valid = expiresOn > issuedOn ? expiresOn : daysAfter(issuedOn, 365)
  // Of the second the work was extended, and the guarantee was not.
  const last = nth !== 1 && neededUntil && neededUntil > valid ? neededUntil : valid
  return { expiresOn: last, claimUntil: last < dayAt(0) ? last : daysAfter(last, 90) }
}

/** One is asked for, and one is ready to be handed in. */
async function addUnlodged(db: Db, dayAt: DayAt, today: string): Promise<void> {
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

/** The papers behind what the sample company has with departments; its drafts are still to be entered. Returns the guarantees, oldest first. */
export async function addSampleInstruments(db: Db, dayAt: DayAt, today: string): Promise<SamplePaper[]> {
  const { rows } = await lyingWithDepartments.execute(db)
  const counted = new Map<InstrumentKind, number>()
  const entered: (SamplePaper & { kind: InstrumentKind })[] = []
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
  await addUnlodged(db, dayAt, today)
  return entered.filter(({ kind }) => isGuarantee(kind))
}
