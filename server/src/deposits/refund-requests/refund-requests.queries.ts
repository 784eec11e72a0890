import {
  type exportRefundRequests,
  type filterRefundRequests,
  type ListedRequest,
  listedRequest,
  type RefundRequest,
  type RequestedDeposit,
  type sendRefundRequest,
  type setRefundAnswer,
  type updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import type { Body } from '@plinth/api/kernel/endpoint'
import type { LetterContent } from '@plinth/api/kernel/letter'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isGuarantee } from '../../guarantees/instruments/instruments.queries.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { matchesOr, oneOf, onOrAfter, onOrBefore, within } from '../../kernel/records/conditions.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { records } from '../../kernel/records/records.ts'
import { companyOf, exportOf } from '../../kernel/sheets/exports.ts'
import { departmentIs, officeOf, ofOffices } from '../../tenders/offices/office-conditions.queries.ts'
import { isLive } from '../deposits/deposit-figures.queries.ts'
import { namedDeposit } from './named-deposits.queries.ts'

/** An aggregate over the items `i` of a request and their deposits `d`. */
const overItems = (value: RawBuilder<unknown>) => sql`(select ${value} from refund_request_items i
  join security_deposits d on d.tenant_id = i.tenant_id and d.id = i.deposit_id
  where i.tenant_id = refund_requests.tenant_id and i.request_id = refund_requests.id and i.deleted_at is null)`

const isOpen = sql`(d.deleted_at is null and d.open_amount > 0 and ${isLive(sql.ref('d.status'))})`

/** The state of a request; CLOSED once none of its deposits is open any more. */
const state = sql`(case when refund_requests.state in ('SENT', 'ANSWERED') and not ${overItems(sql`coalesce(bool_or(${isOpen}), false)`)}
  then 'CLOSED' else refund_requests.state end)`

const computed = {
  ...officeOf(sql.ref('refund_requests.tenant_id'), sql.ref('refund_requests.office_id')),
  depositCount: overItems(sql`count(*)`),
  amount: overItems(sql`coalesce(sum(i.amount), 0)`),
  openAmount: overItems(sql`coalesce(sum(d.open_amount) filter (where ${isOpen}), 0)`),
  state,
  daysSinceSent: sql`(case when ${state} = 'SENT' then ${today} - refund_requests.sent_on end)`,
  ...authorsOf('refund_requests'),
}
const serverColumns = ['number', 'sentOn', 'sentByMeans', 'dispatchRef', 'answeredOn', 'inwardRef'] as const

const listRecords = records<ListedRequest>({
  table: 'refund_requests',
  fields: ['officeId', 'subject', 'letterOn'],
  fixed: [...serverColumns],
  computed,
})

type Stored = Omit<RefundRequest, 'deposits'>
const requests = records<Stored>({
  table: 'refund_requests',
  fields: ['officeId', 'language', 'subject', 'body', 'enclosures', 'letterOn', 'toParent'],
  fixed: [...serverColumns, 'answer', 'documentId'],
  computed,
})
const { column } = listRecords

/** The columns of the one-line search, beside the department. */
const searched = (['number', 'subject', 'dispatchRef', 'inwardRef'] as const).map((addItems) => column(addItems))

const conditionsOf = (filter: Omit<Body<typeof exportRefundRequests>, 'sort' | 'format' | 'columns'>) => [
  matchesOr(searched, filter.search, departmentIs(column('officeId'))),
  oneOf(state, filter.state),
  ...ofOffices(column('officeId'), filter),
  onOrAfter(column('sentOn'), filter.sentFrom),
  onOrBefore(column('sentOn'), filter.sentTo),
  filter.depositId
    ? sql<SqlBool>`${column('id')} in (select i.request_id from refund_request_items i
        where i.deposit_id = ${filter.depositId} and i.deleted_at is null)`
    : undefined,
  within(column('createdAt'), filter.dateRange),
]

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterRefundRequests>) =>
  listRecords.search(db, {
    where: conditionsOf(filter),
    sort,
    pagination,
    total: sql`coalesce(sum(${computed.amount}), 0)`,
  })

/** Throws 400 when more requests meet the filters than an export may hold. */
export const exported = async (db: Db, { format, columns, sort, ...filter }: Body<typeof exportRefundRequests>) =>
  exportOf(listRecords.walk(db, { where: conditionsOf(filter), sort }), {
    name: 'Refund requests',
    entity: listedRequest,
    columns,
    format,
    by: await companyOf(db),
  })

/** The deposits of a request, oldest first. */
async function depositsOf(db: Db, id: string): Promise<RequestedDeposit[]> {
  const { rows } = await sql<RequestedDeposit>`select ${namedDeposit}, i.amount
    from refund_request_items i
    join security_deposits d on d.tenant_id = i.tenant_id and d.id = i.deposit_id
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    left join instruments p on p.tenant_id = d.tenant_id and p.id = d.instrument_id
    where i.request_id = ${id} and i.deleted_at is null order by d.created_at, d.id`.execute(db)
  return rows
}

/** Throws 404. */
export async function get(db: Db, id: string): Promise<RefundRequest> {
  return { ...(await requests.get(db, { id })), deposits: await depositsOf(db, id) }
}

/** Locks a request until the transaction ends. Throws 404. */
export const lock = (db: Db, id: string) => requests.getForUpdate(db, { id })

/** A deposit to ask for; without an amount, its open part. */
export interface RequestItem {
  depositId: string
  amount?: number | null | undefined
}

/** Adds deposits to a request, in the order of their ids, in which every transaction locks them. */
async function addItems(db: Db, id: string, items: readonly RequestItem[]): Promise<void> {
  if (items.length === 0) return
  const ids = items.map(({ depositId }) => depositId)
  const amounts = items.map(({ amount }) => amount ?? null)
  await sql`insert into refund_request_items (request_id, deposit_id, amount)
    select ${id}::uuid, asked.deposit_id, coalesce(asked.amount, d.open_amount)
    from unnest(${ids}::uuid[], ${amounts}::numeric[]) asked (deposit_id, amount)
    left join security_deposits d on d.id = asked.deposit_id order by asked.deposit_id`.execute(db)
}

/** A draft with all its texts. */
export type CompleteDraft = Pick<
  RefundRequest,
  'officeId' | 'language' | 'subject' | 'body' | 'enclosures' | 'toParent'
> & {
  letterOn: string
}

/**
 * Throws 400 for an office or a deposit that does not exist, 409 for deposits that were not paid, that have no open part or one
 * smaller than the amount asked for, and for deposits of another office.
 */
export async function create(db: Db, draft: CompleteDraft, items: readonly RequestItem[]): Promise<RefundRequest> {
  const { id } = await requests.insert(db, draft)
  await addItems(db, id, items)
  return get(db, id)
}

/** The answer to changing a sent letter or sending it again. */
export const alreadySent = () =>
  conflict('It was sent: what it says is not changed. Withdraw it, or write another one.')

function requireDraft({ state: is }: Stored): void {
  if (is === 'WITHDRAWN') throw conflict('It was withdrawn. Write another one.')
  if (is !== 'DRAFT') throw alreadySent()
}

/** Deletes the items that are not asked for any more. The function returned adds those that are new or ask for another amount. */
async function replaceDeposits(db: Db, id: string, items: readonly RequestItem[]): Promise<() => Promise<void>> {
  const before = new Map((await depositsOf(db, id)).map(({ depositId, amount }) => [depositId, amount]))
  const isSame = ({ depositId, amount }: RequestItem) =>
    before.has(depositId) && (amount === null || amount === undefined || before.get(depositId) === amount)
  const unchanged = items.filter(isSame).map(({ depositId }) => depositId)
  await sql`update refund_request_items set deleted_at = now()
    where request_id = ${id} and deleted_at is null and deposit_id <> all (${unchanged}::uuid[])`.execute(db)
  return () =>
    addItems(
      db,
      id,
      items.filter((one) => !isSame(one)),
    )
}

/** Throws 404, 400 and 409 as `create` does, 409 for a request that is no draft any more, 412. */
export async function update(
  db: Db,
  id: string,
  { deposits, ...values }: Body<typeof updateRefundRequest>,
): Promise<RefundRequest> {
  requireDraft(await lock(db, id))
  const addNew = deposits && (await replaceDeposits(db, id, deposits))
  await requests.update(db, { id }, values)
  await addNew?.()
  return get(db, id)
}

/** Throws 404, 409 for a request that is no draft or has documents. */
export async function remove(db: Db, id: string): Promise<void> {
  const { state: is } = await lock(db, id)
  if (is === 'WITHDRAWN') throw conflict('It was withdrawn, and stays among the letters.')
  if (is !== 'DRAFT') throw conflict('It was sent: withdraw it instead.')
  await replaceDeposits(db, id, [])
  await requests.remove(db, { id })
}

/**
 * Records or replaces the office's answer. Throws 404, 409 for a letter that was not sent. The database also rejects a day after
 * today or before the letter was sent.
 */
export async function answer(db: Db, id: string, values: Body<typeof setRefundAnswer>): Promise<RefundRequest> {
  await lock(db, id)
  await sql`update refund_requests set state = 'ANSWERED', answered_on = ${values.answeredOn}, answer = ${values.answer || null},
    inward_ref = ${values.inwardRef || null} where id = ${id}`.execute(db)
  return get(db, id)
}

/**
 * Withdraws a draft or an unanswered letter. A deposit that no other letter asks for gets back the status that it had before it was
 * first asked for, unless the status was changed again since. Throws 404, 409.
 */
export async function withdraw(db: Db, id: string): Promise<RefundRequest> {
  const { state: is } = await lock(db, id)
  if (is === 'CLOSED') throw conflict('It is closed: nothing of what it asks for is open any more.')
  if (is === 'WITHDRAWN') throw conflict('It was withdrawn already.')
  await lockDeposits(db, id)
  await sql`update refund_requests set state = 'WITHDRAWN' where id = ${id}`.execute(db)
  await sql`update security_deposits d set status = changed.from_status
    from refund_request_items i
    cross join lateral (select h.id, h.from_status from status_changes h where h.tenant_id = i.tenant_id
      and h.record_type = 'security_deposits' and h.record_id = i.deposit_id order by h.changed_at desc, h.id desc limit 1) changed
    where i.request_id = ${id} and i.deleted_at is null and d.tenant_id = i.tenant_id and d.id = i.deposit_id
      and d.deleted_at is null and d.status in ('PENDING_REFUND', 'PENDING_RELEASE')
      and exists (select from refund_request_items s where s.tenant_id = d.tenant_id and s.deposit_id = d.id
        and s.deleted_at is null and s.status_change_id = changed.id)
      and not exists (select from refund_request_items o join refund_requests r on r.tenant_id = o.tenant_id and r.id = o.request_id
        where o.tenant_id = d.tenant_id and o.deposit_id = d.id and o.deleted_at is null and r.deleted_at is null
          and r.state in ('SENT', 'ANSWERED'))`.execute(db)
  return get(db, id)
}

/** Locks the deposits of a request, in the order of their ids. Every transaction locks in this order, after the request itself. */
export async function lockDeposits(db: Db, id: string): Promise<void> {
  await sql`select from security_deposits d where d.id in (select i.deposit_id from refund_request_items i
    where i.request_id = ${id} and i.deleted_at is null) order by d.id for no key update`.execute(db)
}

/**
 * Marks a draft as sent. Submitted and pending deposits become PENDING_REFUND, or PENDING_RELEASE if their instrument is a
 * guarantee; deposits that were asked for before stay as they are. The caller has locked the request. Throws the database's refusals.
 */
export async function markSent(
  db: Db,
  id: string,
  sent: Body<typeof sendRefundRequest> & { documentId: string; letter: LetterContent },
): Promise<RefundRequest> {
  await lockDeposits(db, id)
  const moved = await sql<{ id: string }>`update security_deposits d
    set status = case when exists (select from instruments p where p.tenant_id = d.tenant_id and p.id = d.instrument_id
      and ${isGuarantee(sql.ref('p.kind'))}) then 'PENDING_RELEASE' else 'PENDING_REFUND' end
    from refund_request_items i
    where i.request_id = ${id} and i.deleted_at is null and d.tenant_id = i.tenant_id and d.id = i.deposit_id
      and d.status in ('SUBMITTED', 'PENDING') returning d.id`.execute(db)
  const ids = moved.rows.map((row) => row.id)
  await sql`update refund_request_items i set status_change_id = (select h.id from status_changes h where h.tenant_id = i.tenant_id
      and h.record_type = 'security_deposits' and h.record_id = i.deposit_id order by h.changed_at desc, h.id desc limit 1)
    where i.request_id = ${id} and i.deleted_at is null and i.deposit_id = any(${ids}::uuid[])`.execute(db)
  const updated =
    await sql`update refund_requests set state = 'SENT', sent_on = ${sent.sentOn}, sent_by_means = ${sent.sentByMeans},
    dispatch_ref = ${sent.dispatchRef || null}, document_id = ${sent.documentId}, letter = ${JSON.stringify(sent.letter)}::jsonb
    where id = ${id}`.execute(db)
  if (updated.numAffectedRows === 0n) throw notFound()
  return get(db, id)
}
