import { type InstrumentKind, isGuarantee, isReceipt, proposedKind } from '@plinth/api/guarantees/instrument-moves'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type DayAt, earlier, type SamplePaper } from '../../sample-values.ts'
import { create } from './instruments.queries.ts'

/** A deposit that a department has. */
interface DepositedInstrument {
  id: string
  number: string
  bank: string | null
  amount: number
  issuedOn: string
  submittedOn: string
  officeId: string | null
  /** The day until which its contract needs the guarantee, if it secures the work. */
  neededUntil: string | null
}

/** The deposits that departments have, oldest first. */
const depositedInstruments = sql<DepositedInstrument>`select d.id, d.instrument_no as number, d.bank_name as bank, d.amount,
    d.deposit_created_date as "issuedOn", d.deposit_submitted_date as "submittedOn", c.office_id as "officeId",
    case when d.purpose in ('PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY')
      then coalesce(c.actual_end_date, c.given_end_date) + 60 end as "neededUntil"
  from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
  where d.status in ('SUBMITTED', 'PENDING_REFUND', 'PENDING_RELEASE') and d.deposit_submitted_date is not null
  order by d.deposit_submitted_date, d.id`

/**
 * The days from today to the expiry of the guarantees, oldest first, unless the work needs them longer. A negative one has expired
 * and was not fetched back.
 */
const daysToExpiry = [-20, 9, 24, 52, 83, 118, 170, 240, 330, 410]

/** The days of each kind: guarantees have three months for claims, receipts mature after 35 days and every 60 days later. */
function daysOf(kind: InstrumentKind, nth: number, { issuedOn, neededUntil }: DepositedInstrument, dayAt: DayAt) {
  if (isReceipt(kind)) return { maturesOn: daysAfter(dayAt(0), 35 + 60 * nth) }
  if (!isGuarantee(kind)) return {}
  const expiresOn = daysAfter(dayAt(0), daysToExpiry[nth % daysToExpiry.length] ?? 0)
  // A guarantee issued recently is valid for at least a year.
  const valid = expiresOn > issuedOn ? expiresOn : daysAfter(issuedOn, 365)
  // For the second one the work was extended and the guarantee was not.
  const last = nth !== 1 && neededUntil && neededUntil > valid ? neededUntil : valid
  return { expiresOn: last, claimUntil: last < dayAt(0) ? last : daysAfter(last, 90) }
}

/** Stores a requested guarantee and an issued surety bond that is not lodged yet. */
async function addUnlodged(db: Db, dayAt: DayAt, today: string): Promise<void> {
  const requested = { kind: 'BG', amount: 6_40_000, issuer: 'State Bank of India', marginPercent: 15 } as const
  await create(db, { ...requested, state: 'REQUESTED', happenedOn: earlier(dayAt(-3), today) })
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

/** Stores the instruments of the sample company's deposits, except demand drafts, which users are to enter. Returns the guarantees, oldest first. */
export async function addSampleInstruments(db: Db, dayAt: DayAt, today: string): Promise<SamplePaper[]> {
  const { rows } = await depositedInstruments.execute(db)
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
