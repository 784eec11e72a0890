-- Papers that end: documents that are valid until a day, and guarantees that end before the work that they secure.

-- A document never changes, but how long it is valid may be found out, and said, later.
alter table documents add column valid_until date;
call app.keep_audit('documents', dull => '{is_erased,has_pictures}');
create index documents_expiring on documents (tenant_id, valid_until) where deleted_at is null and valid_until is not null;

-- Performance guarantees that end before the day that their contract asks for, while that day is still to come: of a work that was
-- completed so many days after it was, of any other after it is to be. Of several deposits the one that asks for the longest counts.
create view app.guarantees_too_short with (security_invoker = true) as
select i.tenant_id, i.id as instrument_id, i.expires_on, asked.completes_on, asked.needed_until
from instruments i cross join lateral (
  select work.completes_on, work.completes_on + coalesce(t.ps_valid_beyond_days, 60) as needed_until
  from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id and c.deleted_at is null
    and c.status not in ('REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED')
  left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  left join projects p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.deleted_at is null
  cross join lateral (select coalesce(t.completed_on, c.actual_end_date, p.extension_date, p.given_end_date, c.given_end_date)
    as completes_on) work
  where d.tenant_id = i.tenant_id and d.instrument_id = i.id and d.deleted_at is null
    and d.purpose in ('PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY') and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
    and d.open_amount > 0 and work.completes_on is not null
  order by needed_until desc limit 1) asked
-- Guarantees alone expire.
where i.deleted_at is null and i.state in ('ISSUED', 'LODGED', 'CLAIMED')
  and i.expires_on < asked.needed_until and asked.needed_until >= app.today();
grant select on app.guarantees_too_short to plinth_app;

-- Every duty that is open: of which record, by which day, and whose. The kinds are those of the wire, which a test compares.
create or replace view app.obligations with (security_invoker = true) as
with named as (
  select c.tenant_id, 'TENDER_CLOSES' as kind, 'CONTRACT' as record_type, c.id as record_id, c.closing_date as due_on,
    array[t.owner_id, c.created_by] as owners
  from contracts c left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  where c.deleted_at is null and c.status = 'DRAFT' and c.closing_date is not null
  union all
  select c.tenant_id, k.kind, 'CONTRACT', c.id, k.due_on, array[t.owner_id, c.created_by]
  from contracts c left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  cross join lateral (values ('TENDER_RESULT', c.result_date),
    ('BID_VALIDITY_ENDS', app.bid_ends(t.bid_valid_until, c.closing_date, t.bid_validity_days))) k (kind, due_on)
  where c.deleted_at is null and c.status = 'SUBMITTED' and k.due_on is not null
  union all
  select c.tenant_id, k.kind, 'CONTRACT', c.id, k.due_on, array[t.owner_id, c.created_by]
  from contracts c join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  cross join lateral (values
    ('SECURITY_TO_LODGE', case when not exists (select from security_deposits d where d.tenant_id = c.tenant_id and d.contract_id = c.id
      and d.purpose = 'PERFORMANCE_SECURITY' and d.deleted_at is null and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED'))
      then c.awarded_date + t.ps_days end),
    ('AGREEMENT_TO_SIGN', case when c.agreement_date is null then c.awarded_date + t.agreement_days end)) k (kind, due_on)
  where c.deleted_at is null and c.status in ('AWARDED', 'ACCEPTED') and k.due_on is not null
  union all
  select c.tenant_id, 'COMPLETION' as kind, 'CONTRACT', c.id, c.given_end_date, array[t.owner_id, c.created_by]
  from contracts c left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  where c.deleted_at is null and c.status in ('WORK_ORDER_ISSUED', 'MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED')
    and c.given_end_date is not null and c.actual_end_date is null
    and not exists (select from projects p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.deleted_at is null)
  union all
  select t.tenant_id, 'DEFECT_PERIOD_ENDS' as kind, 'CONTRACT', c.id, over.on_day, array[t.owner_id, c.created_by]
  from contract_terms t join contracts c on c.tenant_id = t.tenant_id and c.id = t.contract_id and c.deleted_at is null
  cross join lateral (select app.liability_ends(t.dlp_ends_on, coalesce(t.completed_on, c.actual_end_date), t.dlp_months) as on_day) over
  where t.deleted_at is null and over.on_day is not null
    and exists (select from security_deposits d where d.tenant_id = c.tenant_id and d.contract_id = c.id and d.deleted_at is null
      and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED') and d.open_amount > 0)
  union all
  -- What falls due later and nobody has asked for is told by that day; what is to be done about the rest by its next step.
  select r.tenant_id, k.kind, 'DEPOSIT', r.deposit_id, k.due_on, array[r.owner_id]
  from app.deposit_releases r cross join lateral (values
    ('REFUND_DUE', case when r.next_step = 'ASK' and r.due_on > app.today() then r.due_on end),
    ('REFUND_STEP', case when r.next_step <> 'WAIT' and not (r.next_step = 'ASK' and r.due_on > app.today()) then r.next_on end),
    ('CLAIM_TIME_BARRED', r.limitation_on)) k (kind, due_on)
  where r.is_open and k.due_on is not null
  union all
  select i.tenant_id, k.kind, 'INSTRUMENT', i.id, k.due_on, array[
    (select due.owner_id from security_deposits d join app.deposit_dues due on due.tenant_id = d.tenant_id and due.deposit_id = d.id
      where d.tenant_id = i.tenant_id and d.instrument_id = i.id and d.deleted_at is null order by d.created_at, d.id limit 1), i.created_by]
  from instruments i left join app.guarantees_too_short short on short.tenant_id = i.tenant_id and short.instrument_id = i.id
  cross join lateral (values
    ('GUARANTEE_EXPIRES', case when i.state in ('ISSUED', 'LODGED') and i.expires_on >= app.today() then i.expires_on end),
    -- No court has stayed what was claimed, as far as its events tell.
    ('GUARANTEE_CLAIMED', case when i.state = 'CLAIMED' then (
      select (max(e.happened_on) filter (where e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAY_VACATED'))) + 1 from instrument_events e
      where e.tenant_id = i.tenant_id and e.instrument_id = i.id
      having (max(e.id::text) filter (where e.kind = 'STAYED')) is null or (max(e.id::text) filter (where e.kind = 'STAYED'))
        < (max(e.id::text) filter (where e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAY_VACATED')))) end),
    ('GUARANTEE_TO_DISCHARGE', case when i.expires_on is not null and i.state in ('LODGED', 'RETURNED') then coalesce(i.claim_until, i.expires_on) + 1 end),
    ('RECEIPT_MATURES', case when i.state in ('ISSUED', 'LODGED') then i.matures_on end),
    ('DRAFT_GOES_STALE', case when i.state in ('ISSUED', 'LODGED') then i.stale_on end),
    ('GUARANTEE_TOO_SHORT', short.expires_on - 30)) k (kind, due_on)
  where i.deleted_at is null and k.due_on is not null
  union all
  select f.tenant_id, 'FACILITY_REVIEW' as kind, 'FACILITY', f.id, f.review_on, array[f.created_by]
  from bank_facilities f where f.deleted_at is null and f.is_active and f.review_on is not null
  union all
  select p.tenant_id, 'GUARANTEE_NEEDED' as kind, 'PLAN', p.id, p.needed_on, array[p.created_by]
  from bg_plans p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id and c.deleted_at is null
  where p.deleted_at is null and p.state = 'PLANNED' and p.until_on >= app.today() and c.status not in ('REJECTED', 'CANCELLED')
  union all
  select p.tenant_id, 'PROJECT_ENDS' as kind, 'PROJECT', p.id, coalesce(p.extension_date, p.given_end_date), array[p.created_by]
  from projects p where p.deleted_at is null and p.status not in ('COMPLETED', 'TERMINATED', 'CANCELLED')
    and coalesce(p.extension_date, p.given_end_date) is not null
  union all
  select t.tenant_id, 'TASK_DUE' as kind, 'TASK', t.id, t.given_end_date, array[t.assigned_to, p.created_by]
  from tasks t join projects p on p.tenant_id = t.tenant_id and p.id = t.project_id and p.deleted_at is null
  where t.deleted_at is null and t.sub_tasks = 0 and t.given_end_date is not null
    and t.status not in ('COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED')
  union all
  select t.tenant_id, 'REVIEW_WAITING' as kind, 'TASK', t.id, (t.review_requested_at at time zone app.time_zone())::date + 2, array[p.created_by]
  from tasks t join projects p on p.tenant_id = t.tenant_id and p.id = t.project_id and p.deleted_at is null
  where t.deleted_at is null and t.status = 'UNDER_REVIEW' and t.review_requested_at is not null
  union all
  select g.tenant_id, 'GENERAL_TASK_DUE' as kind, 'GENERAL_TASK', g.id, g.due_on, array[g.assignee_id]
  from general_tasks g where g.deleted_at is null and g.state in ('OPEN', 'DOING') and g.due_on is not null
  union all
  -- Each under the module of its record, which is there as long as a document hangs on it.
  select d.tenant_id, k.kind, 'DOCUMENT', d.id, k.due_on, array[d.created_by]
  from documents d cross join lateral (values
    ('CONTRACT_DOCUMENT_EXPIRES', case when d.entity_type in ('CONTRACT', 'REFUND_REQUEST') then d.valid_until end),
    ('PROJECT_DOCUMENT_EXPIRES', case when d.entity_type = 'PROJECT' then d.valid_until end),
    ('TASK_DOCUMENT_EXPIRES', case when d.entity_type = 'TASK' then d.valid_until end),
    ('VEHICLE_DOCUMENT_EXPIRES', case when d.entity_type = 'VEHICLE' then d.valid_until end),
    ('INSURANCE_DOCUMENT_EXPIRES', case when d.entity_type = 'VEHICLE_INSURANCE' then d.valid_until end),
    ('PAYMENT_DOCUMENT_EXPIRES', case when d.entity_type = 'PAYMENT' then d.valid_until end)) k (kind, due_on)
  where d.deleted_at is null and d.valid_until is not null and k.due_on is not null
)
-- Somebody who left or is switched off is nobody.
select n.tenant_id, n.kind, n.record_type, n.record_id, n.due_on,
  (select u.id from unnest(n.owners) with ordinality o (id, place) join users u on u.tenant_id = n.tenant_id and u.id = o.id
    and u.deleted_at is null and u.is_active order by o.place limit 1) as owner_id
from named n;

alter table obligation_marks
  drop constraint obligation_marks_record_type_check,
  add constraint obligation_marks_record_type_check
    check (record_type in ('CONTRACT', 'DEPOSIT', 'INSTRUMENT', 'FACILITY', 'PLAN', 'PROJECT', 'TASK', 'GENERAL_TASK', 'DOCUMENT'));
