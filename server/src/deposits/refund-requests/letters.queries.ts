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
import { exceedsWordsLimit, type LetterDeposit, type LetterFacts, letterOf, type Office } from './letter.rules.ts'
import { type CompleteDraft, get, type RequestItem } from './refund-requests.queries.ts'

/** A draft as the client sends it, before missing texts are taken from a template. */
type Draft = Body<typeof createRefundRequest>

/** The usual letter for these deposits: a reminder if one of them was asked for before, else one for guarantees or one for money. */
async function kindFor(db: Db, items: readonly RequestItem[]): Promise<LetterKind> {
  const ids = items.map(({ depositId }) => depositId)
  const found = await sql<{ isAsked: boolean; isByGuarantee: boolean }>`select
      coalesce(bool_or(r.request_id is not null), false) as "isAsked",
      coalesce(bool_and(coalesce(${isGuarantee(sql.ref('p.kind'))}, false)), false) as "isByGuarantee"
    from security_deposits d
    join app.deposit_releases r on r.tenant_id = d.tenant_id and r.deposit_id = d.id
    left join instruments p on p.tenant_id = d.tenant_id and p.id = d.instrument_id
    where d.id = any(${ids}::uuid[])`.execute(db)
  const [{ isAsked, isByGuarantee } = { isAsked: false, isByGuarantee: false }] = found.rows
  return isAsked ? 'FOLLOW_UP' : isByGuarantee ? 'RELEASE_GUARANTEE' : 'REFUND_REQUEST'
}

const templateOf = async (db: Db, { templateId, language, deposits }: Draft): Promise<LetterTemplate | undefined> =>
  templateId
    ? templates.named(db, templateId, officeLetterKinds)
    : templates.standard(db, await kindFor(db, deposits ?? []), language ?? 'en')

/**
 * The texts of a draft: its own, else those of the named template, else those of the standard letter. Throws 400 for a template
 * that does not exist, and for missing texts when there is no standard letter.
 */
async function textsOf(db: Db, draft: Draft): Promise<Omit<CompleteDraft, 'toParent'> & Pick<Draft, 'toParent'>> {
  const { officeId, subject, body, enclosures, letterOn } = draft
  const hasOwn = subject && body && !draft.templateId
  const template = hasOwn ? undefined : await templateOf(db, draft)
  const found = { subject: subject || template?.subject, body: body || template?.body }
  const missing = (['subject', 'body'] as const).filter((field) => !found[field])
  if (missing.length > 0)
    throw invalid(missing.map((path) => ({ path, message: 'is required: there is no standard letter for this' })))
  return {
    officeId,
    language: draft.language ?? template?.language ?? 'en',
    subject: found.subject ?? '',
    body: found.body ?? '',
    // Null clears the enclosures; undefined takes those of the template.
    enclosures: (enclosures === undefined ? template?.enclosures : enclosures) || null,
    letterOn: letterOn ?? (await companyDay(db)),
    toParent: draft.toParent,
  }
}

/** The same answer as the database gives when such a letter is stored. */
function noOfficeAbove() {
  const message = 'There is no office above this one'
  return new AppError(400, 'invalid', message, { fields: [{ path: 'toParent', message }] })
}

/** A draft with its texts from `textsOf` and its addressee, as the draft says or as proposed. Throws as `textsOf` and `readFacts` do. */
export async function completeDraft(db: Db, draft: Draft): Promise<CompleteDraft> {
  const texts = await textsOf(db, draft)
  const { toParent } = await readFacts(db, texts, draft.deposits ?? [], null)
  return { ...texts, toParent }
}

/** The deposits that a letter asks for, oldest first. Without an amount it asks for the open part. */
async function letterDeposits(db: Db, items: readonly RequestItem[]): Promise<LetterDeposit[]> {
  const ids = items.map(({ depositId }) => depositId)
  const amounts = items.map(({ amount }) => amount ?? null)
  const { rows } = await sql<LetterDeposit>`select c.contract_name as "contractName", nullif(c.bid_id, '') as "bidId",
      nullif(c.reference_no, '') as "referenceNo", c.agreement_date as "agreementOn", d.deposit_type as "depositType",
      coalesce(nullif(p.number, ''), d.instrument_no) as "instrumentNo",
      coalesce(nullif(p.issuer, ''), nullif(d.bank_name, '')) as issuer,
      nullif(concat_ws(', ', nullif(d.account_holder_name, ''), nullif(d.bank_account_no, ''),
        case when d.bank_account_no <> '' then nullif(d.bank_name, '') end), '') as account,
      s.due_on as "dueOn", nullif(t.refund_clause, '') as clause, coalesce(asked.amount, d.open_amount) as amount
    from unnest(${ids}::uuid[], ${amounts}::numeric[]) asked (deposit_id, amount)
    join security_deposits d on d.id = asked.deposit_id and d.deleted_at is null
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    left join instruments p on p.tenant_id = d.tenant_id and p.id = d.instrument_id
    left join contract_terms t on t.tenant_id = d.tenant_id and t.contract_id = d.contract_id and t.deleted_at is null
    left join deposit_states s on s.tenant_id = d.tenant_id and s.deposit_id = d.id
    order by d.created_at, d.id`.execute(db)
  if (rows.length < items.length) throw invalid([{ path: 'deposits', message: 'must be deposits of your company' }])
  if (exceedsWordsLimit(rows))
    throw invalid([{ path: 'deposits', message: 'come to more than a letter can say in words' }])
  return rows
}

/** Letters that asked for one of the deposits before this letter, oldest first. */
async function previousLetters(
  db: Db,
  items: readonly RequestItem[],
  requestId: string | null,
): Promise<LetterFacts['previous']> {
  const ids = items.map(({ depositId }) => depositId)
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

/** The office that has the deposits, and the office above it. Throws 400 for an office that does not exist. */
async function officesOf(db: Db, officeId: string): Promise<Offices> {
  const officeJson = (office: string) =>
    sql`jsonb_build_object('designation', nullif(${sql.ref(`${office}.designation`)}, ''), 'name', ${sql.ref(`${office}.name`)},
      'department', ${sql.ref(`${office}.department`)}, 'address', nullif(${sql.ref(`${office}.address`)}, ''))`
  const { rows } =
    await sql<Offices>`select ${officeJson('o')} as "lyingWith", case when p.id is not null then ${officeJson('p')} end as above
    from offices o left join offices p on p.tenant_id = o.tenant_id and p.id = o.parent_id and p.deleted_at is null
    where o.id = ${officeId} and o.deleted_at is null`.execute(db)
  const [found] = rows
  if (!found) throw invalid([{ path: 'officeId', message: 'must be an office of your company' }])
  return found
}

/** After this many letters, calls and visits, the next letter is proposed for the office above. */
const contactsWithOffice = 2

/** The most contacts about one of the deposits: letters sent, and calls and visits noted since the first letter. */
async function contactsBefore(db: Db, items: readonly RequestItem[], letters: number): Promise<number> {
  const ids = items.map(({ depositId }) => depositId)
  const { rows } = await sql<{ most: number | null }>`select max(contacts) as most from app.deposit_releases
    where deposit_id = any(${ids}::uuid[])`.execute(db)
  return Math.max(letters, rows[0]?.most ?? 0)
}

type LetterBasics = Pick<CompleteDraft, 'officeId' | 'letterOn'>

/** The current facts of a letter, signed by the user of the session, and the office that it can go to. */
async function readFacts(
  db: Db,
  { officeId, letterOn, toParent: requested }: LetterBasics & { toParent?: boolean | null | undefined },
  items: readonly RequestItem[],
  stored: { id: string; number: string } | null,
): Promise<{ facts: LetterFacts; toParent: boolean; above: Office | null; contacts: number }> {
  const { lyingWith, above } = await officesOf(db, officeId)
  const before = await previousLetters(db, items, stored?.id ?? null)
  const contacts = await contactsBefore(db, items, before.length)
  const toParent = requested ?? (above !== null && contacts >= contactsWithOffice)
  const facts = {
    ...(await heads(db)),
    // The office above may have gone since the draft was stored.
    office: (toParent && above) || lyingWith,
    lyingWith,
    letterOn,
    number: stored?.number ?? null,
    deposits: await letterDeposits(db, items),
    previous: before,
  }
  return { facts, toParent, above, contacts }
}

/** A stored request and its letter. Throws 404. */
export async function letterOfStored(db: Db, id: string) {
  const request = await get(db, id)
  const { facts } = await readFacts(db, request, request.deposits, request)
  return { request, ...letterOf(facts, request) }
}

/**
 * A preview of a letter, and its placeholders without a value. Throws 400 for an office, template or deposit that does not exist,
 * 404 for such a request.
 */
export async function check(
  db: Db,
  { requestId, ...draft }: Body<typeof checkRefundRequest>,
): Promise<Answer<typeof checkRefundRequest>> {
  const texts = await textsOf(db, draft)
  const stored = requestId ? await get(db, requestId) : null
  const { facts, toParent, above, contacts } = await readFacts(db, texts, draft.deposits ?? [], stored)
  if (toParent && !above) throw noOfficeAbove()
  const { letter, emptyFields } = letterOf(facts, texts)
  const { subject, body, enclosures } = texts
  const parentName = above && [above.designation, above.name, above.department].filter(Boolean).join(', ')
  return { subject, body, enclosures, toParent, parentName, contactsBefore: contacts, letter, emptyFields }
}
