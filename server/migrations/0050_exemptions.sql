-- Exemptions from deposits: what a tender asks for and need not be deposited, on which ground, and until when its certificate is valid.

create table deposit_exemptions (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  contract_id uuid not null,
  purpose text not null check (purpose in ('EMD', 'PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY', 'SECURITY_DEPOSIT', 'RETENTION',
    'ADVANCE_GUARANTEE', 'OTHER')),
  ground text not null check (ground in ('UDYAM', 'NSIC', 'STARTUP', 'GOVERNMENT', 'OTHER')),
  certificate_no text,
  -- The last day of the certificate; none of one that ends on no day.
  valid_until date,
  -- What need not be deposited; none is all of it.
  amount numeric(15, 2) check (amount > 0),
  state text not null default 'CLAIMED' check (state in ('CLAIMED', 'ACCEPTED', 'REFUSED')),
  comment text,
  primary key (tenant_id, id)
);
call app.keep_stamps('deposit_exemptions');
call app.protect('deposit_exemptions');
call app.reference('deposit_exemptions', 'contract_id', 'contracts', 'exemption');
call app.name_reference('deposit_exemptions', 'contract_id', 'contracts', '400 contractId must be a contract of your company');
call app.keep_audit('deposit_exemptions');
create index deposit_exemptions_of_contract on deposit_exemptions (tenant_id, contract_id) where deleted_at is null;
-- What was refused may be claimed again, by a better certificate; what stands is claimed once.
create unique index "409 ground is already claimed for this purpose" on deposit_exemptions (tenant_id, contract_id, purpose, ground)
  where deleted_at is null and state <> 'REFUSED';

-- Whether an exemption still has to hold: it was not refused, and the deposit that it stands for would still lie with the department.
-- A bid's does until the security is lodged and the work begins, every other until the contract is over.
create function app.exemption_is_needed(state text, purpose text, contract_status text) returns boolean language sql immutable parallel safe
return state <> 'REFUSED' and case purpose when 'EMD' then contract_status in ('DRAFT', 'SUBMITTED', 'AWARDED', 'ACCEPTED')
  else contract_status not in ('REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED') end;
grant execute on function app.exemption_is_needed to plinth_app;

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
  -- Each value of a deposit is worked out once (offset 0), whatever asks for it.
  select r.tenant_id, k.kind, 'DEPOSIT', r.deposit_id, k.due_on, array[once.owner_id]
  from app.deposit_releases r
  cross join lateral (select r.owner_id, r.next_step, r.next_on, r.due_on, r.limitation_on offset 0) once
  cross join lateral (values
    ('REFUND_DUE', case when once.next_step = 'ASK' and once.due_on > app.today() then once.due_on end),
    ('REFUND_STEP', case when once.next_step <> 'WAIT' and not (once.next_step = 'ASK' and once.due_on > app.today()) then once.next_on end),
    ('CLAIM_TIME_BARRED', once.limitation_on)) k (kind, due_on)
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
  -- Where its author has left it is the tender's.
  select e.tenant_id, 'EXEMPTION_EXPIRES' as kind, 'EXEMPTION', e.id, e.valid_until, array[e.created_by, t.owner_id, c.created_by]
  from deposit_exemptions e join contracts c on c.tenant_id = e.tenant_id and c.id = e.contract_id and c.deleted_at is null
  left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  where e.deleted_at is null and e.valid_until is not null and app.exemption_is_needed(e.state, e.purpose, c.status)
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
  coalesce((select u.id from users u where u.tenant_id = n.tenant_id and u.id = n.owners[1] and u.deleted_at is null and u.is_active),
    (select u.id from users u where u.tenant_id = n.tenant_id and u.id = n.owners[2] and u.deleted_at is null and u.is_active),
    (select u.id from users u where u.tenant_id = n.tenant_id and u.id = n.owners[3] and u.deleted_at is null and u.is_active)) as owner_id
from named n;

alter table obligation_marks
  drop constraint obligation_marks_record_type_check,
  add constraint obligation_marks_record_type_check check (record_type in ('CONTRACT', 'DEPOSIT', 'EXEMPTION', 'INSTRUMENT', 'FACILITY',
    'PLAN', 'PROJECT', 'TASK', 'GENERAL_TASK', 'DOCUMENT'));

-- The rules that a company starts with, one of each kind of duty. Their names are those of the duties.
create or replace function app.add_starting_reminder_rules() returns void language sql as $$
  insert into reminder_rules (name, kind, steps, repeat_days, tells, escalate_after_days, at_once, is_built_in)
  select s.name, s.kind, s.steps, s.repeat_days, '{OWNER,WATCHERS}', s.escalate_after_days, s.at_once, true
  from (values
    ('Hand in the bid', 'TENDER_CLOSES', '{7,3,1,0}'::int[], 7, null::int, false),
    ('Ask for the result', 'TENDER_RESULT', '{15,7,1,0}', 7, null, false),
    ('Validity of the bid ends', 'BID_VALIDITY_ENDS', '{15,7,1,0}', 7, null, false),
    ('Lodge the performance security', 'SECURITY_TO_LODGE', '{15,7,1,0}', 7, null, false),
    ('Sign the agreement', 'AGREEMENT_TO_SIGN', '{15,7,1,0}', 7, null, false),
    ('Complete the work', 'COMPLETION', '{60,30,7}', 15, null, false),
    ('Defect liability ends', 'DEFECT_PERIOD_ENDS', '{15,7,1,0}', 7, null, false),
    ('Deposit falls due', 'REFUND_DUE', '{15,1}', null, null, false),
    ('Next step for a deposit', 'REFUND_STEP', '{0}', 7, 15, false),
    ('Claim becomes time-barred', 'CLAIM_TIME_BARRED', '{180,90,30,7}', 7, 1, false),
    ('Guarantee expires', 'GUARANTEE_EXPIRES', '{90,60,45,30,15,7,1,0}', null, 3, true),
    ('Answer the claim on a guarantee', 'GUARANTEE_CLAIMED', '{0}', 1, null, true),
    ('Have the guarantee extended', 'GUARANTEE_TOO_SHORT', '{30,15,7,0}', 7, null, true),
    ('Fetch back the guarantee', 'GUARANTEE_TO_DISCHARGE', '{0}', 15, null, false),
    ('Deposit receipt matures', 'RECEIPT_MATURES', '{15,7,1,0}', 7, null, false),
    ('Draft goes stale', 'DRAFT_GOES_STALE', '{15,7,1,0}', 7, null, false),
    ('Exemption expires', 'EXEMPTION_EXPIRES', '{15,7,1,0}', 7, null, false),
    ('Have the guarantee given', 'GUARANTEE_NEEDED', '{15,7,1,0}', 7, null, false),
    ('Bank reviews the limit', 'FACILITY_REVIEW', '{15,7,1,0}', 7, null, false),
    ('Project ends', 'PROJECT_ENDS', '{60,30,7}', 15, null, false),
    ('Task is due', 'TASK_DUE', '{3,0}', 7, null, false),
    ('Review waits', 'REVIEW_WAITING', '{0}', 7, null, false),
    ('General task is due', 'GENERAL_TASK_DUE', '{0}', 7, null, false),
    ('Document of a contract expires', 'CONTRACT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a project expires', 'PROJECT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a task expires', 'TASK_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a vehicle expires', 'VEHICLE_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Policy of a vehicle expires', 'INSURANCE_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false),
    ('Document of a payment expires', 'PAYMENT_DOCUMENT_EXPIRES', '{60,30,15,7,1}', 7, null, false)
  ) s (name, kind, steps, repeat_days, escalate_after_days, at_once)
$$;

-- Companies that are there get the rule of this kind, switched off where they have as many switched on as there may be.
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    insert into reminder_rules (name, kind, steps, repeat_days, tells, is_active, is_built_in)
    select 'Exemption expires', 'EXEMPTION_EXPIRES', '{15,7,1,0}', 7, '{OWNER,WATCHERS}',
      (select count(*) < 60 from reminder_rules r where r.tenant_id = company and r.is_active and r.deleted_at is null), true;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
