import type { BankLetterKind } from '@plinth/api/documents/letter-fields'
import { bankLettersOf, isPastClaims } from '@plinth/api/guarantees/bank-letter-kinds'
import type { checkBankLetter } from '@plinth/api/guarantees/bank-letters'
import { isGuarantee } from '@plinth/api/guarantees/instrument-moves'
import type { Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { sql } from 'kysely'
import { isLive } from '../../deposits/deposits/deposit-figures.queries.ts'
import type { LetterTexts } from '../../documents/letter-templates/letter-filling.rules.ts'
import { heads } from '../../documents/letter-templates/letter-heads.queries.ts'
import * as templates from '../../documents/letter-templates/letter-templates.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { daysBeyondBid } from '../guarantee-headroom/proposed-plans.rules.ts'
import { type BankLetterFacts, bankLetterOf } from './bank-letter.rules.ts'

type LetterInputs = Body<typeof checkBankLetter>

/** The facts of a letter from the database, and the day until which the work or the bid needs the guarantee, if it ends before. */
type LetterInstrument = Omit<
  BankLetterFacts,
  'company' | 'signatory' | 'isPastClaims' | 'askedUntil' | 'requestNo' | 'letterOn'
> & {
  neededUntil: string | null
}

/** Throws 404. */
async function readInstrument(db: Db, id: string): Promise<LetterInstrument> {
  const { rows } =
    await sql<LetterInstrument>`select p.kind, p.state, nullif(p.number, '') as number, p.amount, nullif(p.issuer, '') as issuer,
      nullif(p.branch, '') as branch, p.issued_on as "issuedOn", p.expires_on as "expiresOn", p.claim_until as "claimUntil",
      p.margin_percent as "marginPercent",
      coalesce(nullif(p.favouring, ''), (select concat_ws(', ', nullif(o.designation, ''), o.name, o.department)
        from offices o where o.tenant_id = p.tenant_id and o.id = p.office_id)) as favouring,
      (select coalesce(jsonb_agg(jsonb_build_object('number', nullif(r.number, ''), 'issuer', nullif(r.issuer, ''), 'lien', l.amount)
          order by l.marked_on, l.id), '[]')
        from instrument_liens l join instruments r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
        where l.tenant_id = p.tenant_id and l.guarantee_id = p.id and l.freed_on is null) as receipts,
      secured.names as "contractNames", secured.bids as "bidIds", secured.refs as "referenceNos",
      -- Null if the guarantee is long enough.
      nullif(greatest(short.needed_until, secured.bid_asks, p.expires_on), p.expires_on) as "neededUntil"
    from instruments p
    left join app.guarantees_too_short short on short.tenant_id = p.tenant_id and short.instrument_id = p.id
    cross join lateral (select coalesce(array_agg(c.contract_name order by d.created_at, d.id), '{}') as names,
        coalesce(array_agg(c.bid_id order by d.created_at, d.id) filter (where c.bid_id <> ''), '{}') as bids,
        coalesce(array_agg(c.reference_no order by d.created_at, d.id) filter (where c.reference_no <> ''), '{}') as refs,
        max(app.bid_ends(t.bid_valid_until, c.closing_date, t.bid_validity_days) + ${daysBeyondBid}::int)
          filter (where d.purpose = 'EMD' and c.status = 'SUBMITTED' and ${isLive(sql.ref('d.status'))}) as bid_asks
      from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
      left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
      where d.tenant_id = p.tenant_id and d.instrument_id = p.id and d.deleted_at is null) secured
    where p.id = ${id} and p.deleted_at is null`.execute(db)
  const [instrument] = rows
  if (!instrument) throw notFound()
  return instrument
}

const events = { EXTENSION_TO_BANK: 'EXTENDED', DISCHARGE_TO_BANK: 'DISCHARGED' } as const

/** The requested kind of letter, else the likeliest. Throws 409 if the state of the instrument does not allow it. */
function kindOf(
  instrument: LetterInstrument,
  inputs: BankLetterKind | null | undefined,
  today: string,
): BankLetterKind {
  if (!isGuarantee(instrument.kind)) throw conflict('Letters to the bank are about guarantees and surety bonds.')
  const [likely, ...others] = bankLettersOf(instrument, today)
  if (likely && (!inputs || [likely, ...others].includes(inputs))) return inputs ?? likely
  const { state } = instrument
  if (state === 'LODGED')
    throw conflict('It can still be claimed: the bank discharges it once it is back, or the time for claims is over.')
  const event = events[inputs ?? 'EXTENSION_TO_BANK']
  throw conflict(messageOf('An instrument that is {state} cannot be {event}', { state, event }))
}

/** The day that an extension asks for. Throws 400 for a day that extends nothing, and for any day in another letter. */
function untilOf(
  { neededUntil, expiresOn }: LetterInstrument,
  kind: BankLetterKind,
  requested: string | null | undefined,
) {
  const fault = (message: string) => invalid([{ path: 'askedUntil', message }])
  if (kind !== 'EXTENSION_TO_BANK') {
    if (requested) throw fault('is for an extension')
    return null
  }
  if (requested && expiresOn && requested <= expiresOn) throw fault('must be after the day on which it expires')
  return requested === undefined ? neededUntil : requested
}

/** The texts of a template. Throws 400 for a template that does not exist or is of another kind, and without a standard letter. */
async function textsOf(db: Db, kind: BankLetterKind, { templateId, language }: LetterInputs): Promise<LetterTexts> {
  const template = templateId
    ? await templates.named(db, templateId, [kind])
    : await templates.standard(db, kind, language ?? 'en')
  if (!template) throw invalid([{ path: 'templateId', message: 'is required: there is no standard letter for this' }])
  return { ...template, language: language ?? template.language }
}

/**
 * A letter to the bank about an instrument, signed by the user of the session, with the name of its file. Throws 404, 400 for an
 * invalid template or day, 409 if the state of the instrument does not allow the letter.
 */
export async function letter(db: Db, id: string, inputs: LetterInputs) {
  const instrument = await readInstrument(db, id)
  const today = await companyDay(db)
  const kind = kindOf(instrument, inputs.kind, today)
  const askedUntil = untilOf(instrument, kind, inputs.askedUntil)
  const texts = await textsOf(db, kind, inputs)
  const facts: BankLetterFacts = {
    ...instrument,
    ...(await heads(db)),
    isPastClaims: isPastClaims(instrument, today),
    askedUntil,
    requestNo: inputs.requestNo || null,
    letterOn: inputs.letterOn ?? today,
  }
  const fileName = [kind === 'EXTENSION_TO_BANK' ? 'Extension' : 'Discharge', instrument.number]
    .filter(Boolean)
    .join(' ')
  return { kind, askedUntil, fileName, ...bankLetterOf(facts, texts) }
}
