import { sql } from 'kysely'
import { forViewers } from '../../kernel/http/permissions.ts'

/**
 * Joins the record that a row `t` refers to by `record_type` and `record_id`: title, number, the contract of a deposit, amount, a `reference`
 * without names of people or works, and the time of the last change. All of them are null if the record was deleted.
 */
export const about = sql`
  left join lateral (select c.contract_name as title, c.bid_id as number, c.id as contract_id, null::numeric as amount,
      c.bid_id as reference, c.updated_at as changed_at
    from contracts c where t.record_type = 'CONTRACT' and c.tenant_id = t.tenant_id and c.id = t.record_id and c.deleted_at is null
    union all select concat_ws(' ', d.deposit_type, d.instrument_no), coalesce(nullif(c.bid_id, ''), c.contract_name), c.id, d.open_amount,
      concat_ws(' ', nullif(c.bid_id, ''), d.instrument_no), greatest(d.updated_at, c.updated_at)
    from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where t.record_type = 'DEPOSIT' and d.tenant_id = t.tenant_id and d.id = t.record_id and d.deleted_at is null
    union all select coalesce(nullif(e.certificate_no, ''), c.contract_name), coalesce(nullif(c.bid_id, ''), c.contract_name), c.id, e.amount,
      concat_ws(' ', nullif(c.bid_id, ''), e.certificate_no), greatest(e.updated_at, c.updated_at)
    from deposit_exemptions e join contracts c on c.tenant_id = e.tenant_id and c.id = e.contract_id
    where t.record_type = 'EXEMPTION' and e.tenant_id = t.tenant_id and e.id = t.record_id and e.deleted_at is null
    union all select coalesce(nullif(i.number, ''), nullif(i.favouring, ''), i.kind), i.issuer, null, i.amount, i.number, i.updated_at
    from instruments i where t.record_type = 'INSTRUMENT' and i.tenant_id = t.tenant_id and i.id = t.record_id and i.deleted_at is null
    union all select app.facility_name(f.bank, f.name), f.branch, null, f.limit_amount, null, f.updated_at
    from bank_facilities f where t.record_type = 'FACILITY' and f.tenant_id = t.tenant_id and f.id = t.record_id and f.deleted_at is null
    union all select app.facility_name(f.bank, f.name), case when may.contracts then coalesce(nullif(c.bid_id, ''), c.contract_name) end,
      null, g.amount, case when may.contracts then c.bid_id end, greatest(g.updated_at, f.updated_at, c.updated_at)
    from bg_plans g join bank_facilities f on f.tenant_id = g.tenant_id and f.id = g.facility_id
    join contracts c on c.tenant_id = g.tenant_id and c.id = g.contract_id
    cross join (select (select app.may('Contracts', 'canView')) as contracts) may
    where t.record_type = 'PLAN' and g.tenant_id = t.tenant_id and g.id = t.record_id and g.deleted_at is null
    union all select p.project_name, p.contract_bid_id, null, null, p.contract_bid_id, p.updated_at
    from projects p where t.record_type = 'PROJECT' and p.tenant_id = t.tenant_id and p.id = t.record_id and p.deleted_at is null
    union all select s.title, ${forViewers('Projects', sql.ref('p.project_name'))}, null, null,
      ${forViewers('Projects', sql.ref('p.contract_bid_id'))}, greatest(s.updated_at, p.updated_at)
    from tasks s join projects p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where t.record_type = 'TASK' and s.tenant_id = t.tenant_id and s.id = t.record_id and s.deleted_at is null
    union all select g.title, null, null, null, null, g.updated_at
    from general_tasks g where t.record_type = 'GENERAL_TASK' and g.tenant_id = t.tenant_id and g.id = t.record_id and g.deleted_at is null
    union all select d.file_name, coalesce(nullif(c.bid_id, ''), c.contract_name, p.project_name, s.title, r.number, d.purpose), null, null,
      null, d.updated_at
    from documents d left join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    left join projects p on p.tenant_id = d.tenant_id and p.id = d.project_id
    left join tasks s on s.tenant_id = d.tenant_id and s.id = d.task_id
    left join refund_requests r on r.tenant_id = d.tenant_id and r.id = d.refund_request_id
    where t.record_type = 'DOCUMENT' and d.tenant_id = t.tenant_id and d.id = t.record_id and d.deleted_at is null) record on true`
