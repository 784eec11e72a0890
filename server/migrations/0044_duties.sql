-- What is to be done by which day, read from the records' own days: nothing of it is kept, so that nothing can drift from them.

-- Which days of a week nobody works, where a company goes by other ones than most.
create table company_settings (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  -- Days of the week that are always free, Monday 1 to Sunday 7: one day of work is left at least.
  weekly_off int[] not null check (cardinality(weekly_off) <= 6 and 1 <= all (weekly_off) and 7 >= all (weekly_off)),
  -- Which Saturdays of a month are free besides, the first 1 to the fifth 5.
  saturdays_off int[] not null check (cardinality(saturdays_off) <= 5 and 1 <= all (saturdays_off) and 5 >= all (saturdays_off)),
  primary key (tenant_id, id)
);
call app.keep_stamps('company_settings');
call app.protect('company_settings');
call app.keep_audit('company_settings');
create unique index "409 weeklyOff These settings were saved at the same moment" on company_settings (tenant_id) where deleted_at is null;

-- As banks keep them: Sundays, and the second and fourth Saturdays (notification of 20-8-2015).
create view app.company_settings_in_force with (security_invoker = true) as
select t.id as tenant_id, coalesce(s.weekly_off, '{7}') as weekly_off, coalesce(s.saturdays_off, '{2,4}') as saturdays_off
from tenants t left join company_settings s on s.tenant_id = t.id and s.deleted_at is null;
grant select on app.company_settings_in_force to plinth_app;

create table holidays (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  on_day date not null,
  name text not null check (name <> ''),
  primary key (tenant_id, id)
);
call app.keep_stamps('holidays');
call app.protect('holidays');
call app.keep_audit('holidays');
create unique index "409 onDay is a holiday already" on holidays (tenant_id, on_day) where deleted_at is null;

-- Of each day from one to another the working day by which what is due on it is to be done: itself, or the nearest one before or after it.
create function app.work_days(first date, last date) returns table (day date, before date, after date) language sql stable
begin atomic
  with days as (
    select d.day, not (extract(isodow from d.day)::int = any (s.weekly_off)
        or extract(isodow from d.day) = 6 and (extract(day from d.day)::int + 6) / 7 = any (s.saturdays_off)
        or exists (select from holidays h where h.tenant_id = s.tenant_id and h.on_day = d.day and h.deleted_at is null)) as is_working
    -- No company is closed for longer than that.
    from (select (first - 40 + n)::date as day from generate_series(0, last - first + 80) n) d
    join app.company_settings_in_force s on s.tenant_id = app.tenant_id())
  select near.day, near.before, near.after from (
    select days.day,
      coalesce(max(days.day) filter (where is_working) over (order by days.day), days.day) as before,
      coalesce(min(days.day) filter (where is_working) over (order by days.day desc), days.day) as after
    from days) near
  where near.day between first and last;
end;
grant execute on function app.work_days to plinth_app;

create index contracts_closing on contracts (tenant_id, closing_date) where deleted_at is null and status = 'DRAFT' and closing_date is not null;
create index tasks_due on tasks (tenant_id, given_end_date) where deleted_at is null and sub_tasks = 0 and given_end_date is not null
  and status not in ('COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED');

-- Every duty that is open: of which record, by which day, and whose. The kinds are those of the wire, which a test compares.
create view app.obligations with (security_invoker = true) as
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
  from instruments i cross join lateral (values
    ('GUARANTEE_EXPIRES', case when i.state in ('ISSUED', 'LODGED') and i.expires_on >= app.today() then i.expires_on end),
    -- No court has stayed what was claimed, as far as its events tell.
    ('GUARANTEE_CLAIMED', case when i.state = 'CLAIMED' then (
      select (max(e.happened_on) filter (where e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAY_VACATED'))) + 1 from instrument_events e
      where e.tenant_id = i.tenant_id and e.instrument_id = i.id
      having (max(e.id::text) filter (where e.kind = 'STAYED')) is null or (max(e.id::text) filter (where e.kind = 'STAYED'))
        < (max(e.id::text) filter (where e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAY_VACATED')))) end),
    ('GUARANTEE_TO_DISCHARGE', case when i.expires_on is not null and i.state in ('LODGED', 'RETURNED') then coalesce(i.claim_until, i.expires_on) + 1 end),
    ('RECEIPT_MATURES', case when i.state in ('ISSUED', 'LODGED') then i.matures_on end),
    ('DRAFT_GOES_STALE', case when i.state in ('ISSUED', 'LODGED') then i.stale_on end)) k (kind, due_on)
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
)
-- Somebody who left or is switched off is nobody.
select n.tenant_id, n.kind, n.record_type, n.record_id, n.due_on,
  (select u.id from unnest(n.owners) with ordinality o (id, place) join users u on u.tenant_id = n.tenant_id and u.id = o.id
    and u.deleted_at is null and u.is_active order by o.place limit 1) as owner_id
from named n;
grant select on app.obligations to plinth_app;

-- About which duty nothing is to be done, and why. It names the day: one that moves is a duty again.
create table obligation_marks (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  kind text not null,
  record_type text not null check (record_type in ('CONTRACT', 'DEPOSIT', 'INSTRUMENT', 'FACILITY', 'PLAN', 'PROJECT', 'TASK', 'GENERAL_TASK')),
  record_id uuid not null,
  due_on date not null,
  reason text not null check (reason <> ''),
  primary key (tenant_id, id)
);
call app.keep_stamps('obligation_marks');
call app.protect('obligation_marks', 'select, insert, update (reason, updated_at, deleted_at)');
call app.keep_audit('obligation_marks');
create unique index "409 dueOn is waived already" on obligation_marks (tenant_id, record_id, kind, due_on) where deleted_at is null;
