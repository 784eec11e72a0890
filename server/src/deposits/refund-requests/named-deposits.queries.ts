import type { AskableDeposit } from '@plinth/api/deposits/refund-requests'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'
import { today } from '../../kernel/records/quick-filters.ts'
import { isLive } from '../deposits/deposit-figures.queries.ts'
import { daysLate } from '../deposits/deposit-release.queries.ts'

/** The columns that letters and their authors see, from a deposit `d`, its contract `c` and its instrument `p`. */
export const namedDeposit = sql`d.id as "depositId", c.id as "contractId", c.contract_name as "contractName", c.bid_id as "bidId",
  c.reference_no as "referenceNo", d.deposit_type as "depositType", d.purpose, d.instrument_no as "instrumentNo",
  p.kind as "instrumentKind", d.status, case when d.deleted_at is null and ${isLive(sql.ref('d.status'))}
    then d.open_amount else 0 end as "openAmount",
  (select s.due_on from deposit_states s where s.tenant_id = d.tenant_id and s.deposit_id = d.id) as "dueOn"`

/** The open deposits of an office, which a letter can ask for, the longest due first. Throws 404 when the office does not exist. */
export async function askable(db: Db, officeId: string): Promise<AskableDeposit[]> {
  const office = await sql`select from offices where id = ${officeId} and deleted_at is null`.execute(db)
  if (office.rows.length === 0) throw notFound()
  const { rows } = await sql<AskableDeposit>`select ${namedDeposit},
      coalesce(s.due_on <= ${today}, false) as "isDue", ${daysLate} as "daysOverdue",
      r.request_id as "requestId", r.request_number as "requestNumber", r.asked_on as "askedOn",
      draft.id as "draftId", draft.number as "draftNumber"
    from deposit_states s
    join security_deposits d on d.tenant_id = s.tenant_id and d.id = s.deposit_id
    cross join lateral (select r.request_id, r.request_number, r.asked_on from app.deposit_releases r
      where r.tenant_id = s.tenant_id and r.deposit_id = s.deposit_id offset 0) r
    join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    left join instruments p on p.tenant_id = d.tenant_id and p.id = d.instrument_id
    left join lateral (select q.id, q.number from refund_request_items i
      join refund_requests q on q.tenant_id = i.tenant_id and q.id = i.request_id
      where i.tenant_id = d.tenant_id and i.deposit_id = d.id and i.deleted_at is null and q.deleted_at is null and q.state = 'DRAFT'
      order by q.id desc limit 1) draft on true
    where s.office_id = ${officeId} and s.is_open order by s.due_on nulls last, d.created_at, d.id`.execute(db)
  return rows
}
