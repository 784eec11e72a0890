import type { checkRefundRequest, createRefundRequest } from '@plinth/api/deposits/refund-requests'
import { type LetterKind, officeLetterKinds } from '@plinth/api/documents/letter-fields'
import type { LetterTemplate } from '@plinth/api/documents/letter-templates'
import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { sql } from 'kysely'
import { heads } from '../../documents/letter-templates/letter-heads.queries.ts'
import * as templates from '../../documents/letter-templates/letter-templates.queries.ts'
import { isGuarantee } from '../../guarantees/instruments/instruments.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { isUnsayable, type LetterDeposit, type LetterFacts, letterOf, type Office } from './letter.rules.ts'
import { type Asked, get, type Written } from './refund-requests.queries.ts'

/** What is drafted, before its words are found. */
type Drafted = Body<typeof createRefundRequest>

/** The letter that deposits are mostly asked for by: a reminder where one was asked for before, else by what stands behind them. */
async function kindFor(db: Db, asked: readonly Asked[]): Promise<LetterKind> {
  const ids = asked.map(({ depositId }) => depositId)
  const found = await sql<{ isAsked: boolean; isPaper: boolean }>`select
      coalesce(bool_or(r.request_id is not null), false) as "isAsked",
      coalesce(bool_and(coalesce(${isGuarantee(sql.ref('p.kind'))}, false)), false) as "isPaper"
    from security_deposits d
    join app.deposit_releases r on r.tenant_id = d.tenant_id and r.deposit_id = d.id
    left join instruments p on p.tenant_id = d.tenant_id and p.id = d.instrument_id
    where d.id = any(${ids}::uuid[])`.execute(db)
  const [{ isAsked, isPaper } = { isAsked: false, isPaper: false }] = found.rows
  return isAsked ? 'FOLLOW_UP' : isPaper ? 'RELEASE_GUARANTEE' : 'REFUND_REQUEST'
}

const templateOf = async (db: Db, { templateId, language, deposits }: Drafted): Promise<LetterTemplate | undefined> =>
  templateId
    ? templates.named(db, templateId, officeLetterKinds)
    : templates.standard(db, await kindFor(db, deposits ?? []), language ?? 'en')

/**
 * The words of what is drafted: its own, else those of the template that is named, else of the standard letter. Throws 400 for a
 * template that is not there, and where words are missing that no standard letter has.
 */
async function wordsOf(db: Db, drafted: Drafted): Promise<Omit<Written, 'toParent'> & Pick<Drafted, 'toParent'>> {
  const { officeId, subject, body, enclosures, letterOn } = drafted
  const hasOwn = subject && body && !drafted.templateId
  const template = hasOwn ? undefined : await templateOf(db, drafted)
  const found = { subject: subject || template?.subject, body: body || template?.body }
  const missing = (['subject', 'body'] as const).filter((field) => !found[field])
  if (missing.length > 0)
    throw invalid(missing.map((path) => ({ path, message: 'is required: there is no standard letter for this' })))
  return {
    officeId,
    language: drafted.language ?? template?.language ?? 'en',
    subject: found.subject ?? '',
    body: found.body ?? '',
    // Null empties them, as everywhere; nothing said, they are the template's.
    enclosures: (enclosures === undefined ? template?.enclosures : enclosures) || null,
    letterOn: letterOn ?? (await companyDay(db)),
    toParent: drafted.toParent,
  }
}

/** As the database says it where it is stored. */
function noneAbove() {
  const message = 'There is no office above this one'
  return new AppError(400, 'invalid', message, { fields: [{ path: 'toParent', message }] })
}

/** What is drafted with its words, as `wordsOf` finds them, and to whom it goes: as is said, else as is proposed. Throws as that does. */
export async function written(db: Db, drafted: Drafted): Promise<Written> {
  const words = await wordsOf(db, drafted)
  const { toParent } = await facts(db, words, drafted.deposits ?? [], null)
  return { ...words, toParent }
}

/** The deposits that a letter asks for, the oldest first: of each what is open, where no amount is given. */
async function lettered(db: Db, asked: readonly Asked[]): Promise<LetterDeposit[]> {
  const ids = asked.map(({ depositId }) => depositId)
  const amounts = asked.map(({ amount }) => amount ?? null)
  const { rows } = await sql<LetterDeposit>`select c.contract_name as "contractName", nullif(c.bid_id, '') as "bidId",
      nullif(c.reference_no, '') as "referenceNo", c.agreement_date as "agreementOn", d.deposit_type as "depositType",
      coalesce(nullif(p.number, ''), d.instrument_no) as "instrumentNo",
      coalesce(nullif(p.issuer, ''), nullif(d.bank_name, '')) as issuer,
      nullif(concat_ws(', ', nullif(d.account_holder_name, ''), nullif(d.bank_account_no, ''),
        case when d.bank_account_no <> '' then nullif(d.bank_name, '') end), '') as account,
      r.due_on as "dueOn", nullif(t.refund_clause, '') as clause, coalesce(asked.amount, d.open_amount) as amount
    from unnest(${ids}::uuid[], ${amounts}::numeric[]) asked (deposit_id, amount)
    join security_deposits d on d.id = asked.deposit_id and d.deleted_at is null
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    left join instruments p on p.tenant_id = d.tenant_id and p.id = d.instrument_id
    left join contract_terms t on t.tenant_id = d.tenant_id and t.contract_id = d.contract_id and t.deleted_at is null
    left join app.deposit_dues r on r.tenant_id = d.tenant_id and r.deposit_id = d.id
    order by d.created_at, d.id`.execute(db)
  if (rows.length < asked.length) throw invalid([{ path: 'deposits', message: 'must be deposits of your company' }])
  if (isUnsayable(rows)) throw invalid([{ path: 'deposits', message: 'come to more than a letter can say in words' }])
  return rows
}

/** Letters that asked for one of the deposits before this one, the oldest first. */
async function previous(db: Db, asked: readonly Asked[], requestId: string | null): Promise<LetterFacts['previous']> {
  const ids = asked.map(({ depositId }) => depositId)
  const { rows } = await sql<{ number: string; letterOn: string }>`select r.number, r.letter_on as "letterOn"
    from refund_requests r where r.deleted_at is null and r.state in ('SENT', 'ANSWERED') and r.id is distinct from ${requestId}::uuid
      and r.id in (select i.request_id from refund_request_items i where i.deposit_id = any(${ids}::uuid[]) and i.deleted_at is null)
    order by r.letter_on, r.id`.execute(db)
  return rows
}

interface Offices {
  lyingWith: Office
  above: Office | null
}

/** The office that deposits lie with, and the one above it. Throws 400 for an office that is not there. */
async function officesOf(db: Db, officeId: string): Promise<Offices> {
  const told = (office: string) =>
    sql`jsonb_build_object('designation', nullif(${sql.ref(`${office}.designation`)}, ''), 'name', ${sql.ref(`${office}.name`)},
      'department', ${sql.ref(`${office}.department`)}, 'address', nullif(${sql.ref(`${office}.address`)}, ''))`
  const { rows } =
    await sql<Offices>`select ${told('o')} as "lyingWith", case when p.id is not null then ${told('p')} end as above
    from offices o left join offices p on p.tenant_id = o.tenant_id and p.id = o.parent_id and p.deleted_at is null
    where o.id = ${officeId} and o.deleted_at is null`.execute(db)
  const [found] = rows
  if (!found) throw invalid([{ path: 'officeId', message: 'must be an office of your company' }])
  return found
}

/** After so many letters, calls and visits the next letter goes to the office above. */
const contactsWithOffice = 2

/** How often the office was asked for one of the deposits: letters that were sent, and contacts noted since the first of them. */
async function contactsBefore(db: Db, asked: readonly Asked[], letters: number): Promise<number> {
  const ids = asked.map(({ depositId }) => depositId)
  const { rows } = await sql<{ most: number | null }>`select max(contacts) as most from app.deposit_releases
    where deposit_id = any(${ids}::uuid[])`.execute(db)
  return Math.max(letters, rows[0]?.most ?? 0)
}

type Worded = Pick<Written, 'officeId' | 'letterOn'>

/** What a letter tells, as it stands at this moment, in the name of whoever asks, and to whom it may go. */
async function facts(
  db: Db,
  { officeId, letterOn, toParent: said }: Worded & { toParent?: boolean | null | undefined },
  asked: readonly Asked[],
  stored: { id: string; number: string } | null,
): Promise<{ told: LetterFacts; toParent: boolean; above: Office | null; contacts: number }> {
  const { lyingWith, above } = await officesOf(db, officeId)
  const before = await previous(db, asked, stored?.id ?? null)
  const contacts = await contactsBefore(db, asked, before.length)
  const toParent = said ?? (above !== null && contacts >= contactsWithOffice)
  const told = {
    ...(await heads(db)),
    // Of a draft whose office is below none any more.
    office: (toParent && above) || lyingWith,
    lyingWith,
    letterOn,
    number: stored?.number ?? null,
    deposits: await lettered(db, asked),
    previous: before,
  }
  return { told, toParent, above, contacts }
}

/** A stored request as a letter, and what it is called. Throws 404. */
export async function letterOfStored(db: Db, id: string) {
  const request = await get(db, id)
  const { told } = await facts(db, request, request.deposits, request)
  return { request, ...letterOf(told, request) }
}

/**
 * What a letter would say, and which of its fields have nothing to be filled in with. Throws 400 for an office, template or
 * deposit that is not there, 404 for a request that is not.
 */
export async function check(
  db: Db,
  { requestId, ...drafted }: Body<typeof checkRefundRequest>,
): Promise<Answer<typeof checkRefundRequest>> {
  const words = await wordsOf(db, drafted)
  const stored = requestId ? await get(db, requestId) : null
  const { told, toParent, above, contacts } = await facts(db, words, drafted.deposits ?? [], stored)
  if (toParent && !above) throw noneAbove()
  const { letter, emptyFields } = letterOf(told, words)
  const { subject, body, enclosures } = words
  const parentName = above && [above.designation, above.name, above.department].filter(Boolean).join(', ')
  return { subject, body, enclosures, toParent, parentName, contactsBefore: contacts, letter, emptyFields }
}
