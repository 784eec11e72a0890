-- Deadlines as rows, so that a list of them costs the same in a large company as in a small one.

create table deadlines (
  tenant_id uuid not null default app.tenant_id(),
  record_id uuid not null,
  kind text not null,
  record_type text not null,
  due_on date not null,
  -- The day by which to act: the due day, or the nearest day before or after it on which the company or banks work.
  act_by date not null,
  -- The days on which it is a deadline, as far as that depends on today; null is no limit.
  open_from date,
  open_until date,
  -- The people who are responsible, the first one first. The owner is the first of them who is active.
  owners uuid[] not null,
  owner_id uuid,
  primary key (tenant_id, record_id, kind)
);
call app.protect('deadlines', 'select');
create index deadlines_by_day on deadlines (tenant_id, act_by, due_on, kind, record_id) include (open_from, open_until, owner_id);
create index deadlines_of_owner on deadlines (tenant_id, owner_id, act_by, due_on, kind, record_id) include (open_from, open_until);

-- What a transaction has changed that deadlines depend on. It is empty between transactions, because app.write_changed_deadlines empties
-- it. Of no tenant and out of the server's reach: a statement of the owner may change records of several companies.
create table deadline_changes (
  transaction xid8 not null default pg_current_xact_id(),
  id uuid not null default uuidv7(),
  company uuid not null,
  source text not null,
  -- A null among them is every record of the source.
  record_ids uuid[] not null,
  primary key (transaction, company, id)
);

drop view app.obligations;

-- The deadlines of each type of record, as its records say. What depends on today is said by open_from and open_until.

create view app.contract_deadlines with (security_invoker = true) as
select c.tenant_id, c.id as record_id, k.kind, k.due_on, null::date as open_from, null::date as open_until, array[t.owner_id, c.created_by] as owners
from contracts c left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
cross join lateral (values
  ('TENDER_CLOSES', case when c.status = 'DRAFT' then c.closing_date end),
  ('TENDER_RESULT', case when c.status = 'SUBMITTED' then c.result_date end),
  ('BID_VALIDITY_ENDS', case when c.status = 'SUBMITTED' then app.bid_ends(t.bid_valid_until, c.closing_date, t.bid_validity_days) end),
  ('SECURITY_TO_LODGE', case when c.status in ('AWARDED', 'ACCEPTED') and not exists (select from security_deposits d
      where d.tenant_id = c.tenant_id and d.contract_id = c.id and d.purpose = 'PERFORMANCE_SECURITY' and d.deleted_at is null
      and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')) then c.awarded_date + t.ps_days end),
  ('AGREEMENT_TO_SIGN', case when c.status in ('AWARDED', 'ACCEPTED') and c.agreement_date is null then c.awarded_date + t.agreement_days end),
  ('COMPLETION', case when c.status in ('WORK_ORDER_ISSUED', 'MOBILIZED', 'WORK_IN_PROGRESS', 'ON_HOLD', 'RESUMED') and c.actual_end_date is null
    and not exists (select from projects p where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.deleted_at is null) then c.given_end_date end),
  ('DEFECT_PERIOD_ENDS', case when t.id is not null and exists (select from security_deposits d where d.tenant_id = c.tenant_id
      and d.contract_id = c.id and d.deleted_at is null and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED') and d.open_amount > 0)
    then app.liability_ends(t.dlp_ends_on, coalesce(t.completed_on, c.actual_end_date), t.dlp_months) end)) k (kind, due_on)
where c.deleted_at is null and k.due_on is not null;

-- By index, even while the planner takes the tables for small.
create index paid_deposits_of_contract on security_deposits (tenant_id, contract_id, purpose, deposit_submitted_date)
  where deleted_at is null and status not in ('DRAFT', 'REJECTED', 'CANCELLED');

create or replace view app.deposit_releases with (security_invoker = true) as
select due.*, asked.request_id, asked.number as request_number, asked.sent_on as asked_on,
  contact.on_day as last_contact_on, contact.times as contacts, next.step as next_step, next.on_day as next_on
from app.deposit_dues due
join security_deposits d on d.tenant_id = due.tenant_id and d.id = due.deposit_id
join app.deposit_settings_in_force s on s.tenant_id = d.tenant_id
cross join lateral (select (array_agg(r.id order by r.sent_on desc, r.id desc))[1] as request_id,
    (array_agg(r.number order by r.sent_on desc, r.id desc))[1] as number,
    min(r.sent_on) as first_sent_on, max(r.sent_on) as sent_on, count(*)::int as times
  from refund_request_items i
  -- By its id, even while the planner takes the tables for small (offset 0).
  cross join lateral (select r.id, r.number, r.sent_on, r.state, r.deleted_at from refund_requests r where r.tenant_id = i.tenant_id and r.id = i.request_id offset 0) r
  where i.tenant_id = d.tenant_id and i.deposit_id = d.id and i.deleted_at is null and r.deleted_at is null
    and r.state in ('SENT', 'ANSWERED')) asked
cross join lateral (select max(n.happened_on) as on_day, count(*) filter (where n.happened_on >= asked.first_sent_on)::int as times
  from notes n where n.tenant_id = d.tenant_id and n.record_id = d.id and n.deleted_at is null
    and n.kind in ('CALL', 'VISIT', 'LETTER')) told
cross join lateral (select greatest(asked.sent_on, told.on_day) as on_day, asked.times + told.times as times) contact
cross join lateral (select max(b.settled_on) as on_day from deposit_settlements b where b.tenant_id = d.tenant_id and b.deposit_id = d.id
  and b.cancelled_at is null) settled
cross join lateral (select case
  when not due.is_open then null
  when d.own_next_on is not null then 'OWN'
  when d.disputed_on is not null then 'DISPUTE'
  when settled.on_day > coalesce(contact.on_day, '-infinity') then 'SHORTFALL'
  when asked.request_id is not null then 'FOLLOW_UP'
  when due.due_on is not null then 'ASK'
  when due.expected_on is not null then 'WAIT'
  else 'SET_DUE' end as step) chosen
cross join lateral (select chosen.step, case chosen.step
  when 'OWN' then d.own_next_on
  when 'DISPUTE' then greatest(contact.on_day, d.disputed_on) + 30
  when 'SHORTFALL' then settled.on_day + 3
  when 'FOLLOW_UP' then contact.on_day + s.follow_up_days[least(contact.times, cardinality(s.follow_up_days))]
  when 'ASK' then due.due_on
  when 'WAIT' then due.expected_on
  when 'SET_DUE' then coalesce(d.deposit_submitted_date, (d.created_at at time zone app.time_zone())::date) + 7 end as on_day) next;

-- A deposit that nobody has asked for falls due; from that day on, as for all others, its next step is the deadline.
create view app.deposit_deadlines with (security_invoker = true) as
select d.tenant_id, d.id as record_id, k.kind, k.due_on, k.open_from, k.open_until, array[d.owner_id,
  (select t.owner_id from contract_terms t where t.tenant_id = d.tenant_id and t.contract_id = d.contract_id and t.deleted_at is null), d.created_by] as owners
from security_deposits d join app.deposit_releases r on r.tenant_id = d.tenant_id and r.deposit_id = d.id
-- Each value of a deposit is computed once (offset 0).
cross join lateral (select r.is_open, r.next_step, r.next_on, r.due_on, r.limitation_on offset 0) once
cross join lateral (values
  ('REFUND_DUE', case when once.next_step = 'ASK' then once.due_on end, null::date, once.due_on - 1),
  ('REFUND_STEP', case when once.next_step <> 'WAIT' then once.next_on end, case when once.next_step = 'ASK' then once.due_on end, null),
  ('CLAIM_TIME_BARRED', once.limitation_on, null, null)) k (kind, due_on, open_from, open_until)
where once.is_open and k.due_on is not null;

create view app.exemption_deadlines with (security_invoker = true) as
select e.tenant_id, e.id as record_id, 'EXEMPTION_EXPIRES' as kind, e.valid_until as due_on, null::date as open_from, null::date as open_until,
  array[e.created_by, t.owner_id, c.created_by] as owners
from deposit_exemptions e join contracts c on c.tenant_id = e.tenant_id and c.id = e.contract_id and c.deleted_at is null
left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
where e.deleted_at is null and e.valid_until is not null and app.exemption_is_needed(e.state, e.purpose, c.status);

-- Performance guarantees that end before the day that their contract asks for, whether or not that day has passed.
create view app.guarantee_shortfalls with (security_invoker = true) as
select i.tenant_id, i.id as instrument_id, i.expires_on, asked.completes_on, asked.needed_until
from instruments i cross join lateral (
  select work.completes_on, work.completes_on + coalesce(t.ps_valid_beyond_days, 60) as needed_until
  from security_deposits d
  join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id and c.deleted_at is null
    and c.status not in ('REJECTED', 'CANCELLED', 'TERMINATED', 'CLOSED')
  left join contract_terms t on t.tenant_id = c.tenant_id and t.contract_id = c.id and t.deleted_at is null
  left join projects p on p.tenant_id = c.tenant_id and p.contract_id = c.id and p.deleted_at is null
  cross join lateral (select coalesce(t.completed_on, c.actual_end_date, p.extension_date, p.given_end_date, c.given_end_date) as completes_on) work
  where d.tenant_id = i.tenant_id and d.instrument_id = i.id and d.deleted_at is null
    and d.purpose in ('PERFORMANCE_SECURITY', 'ADDITIONAL_SECURITY') and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED')
    and d.open_amount > 0 and work.completes_on is not null
  order by needed_until desc limit 1) asked
where i.deleted_at is null and i.state in ('ISSUED', 'LODGED', 'CLAIMED') and i.expires_on < asked.needed_until;
grant select on app.guarantee_shortfalls to plinth_app;

create or replace view app.guarantees_too_short with (security_invoker = true) as
select tenant_id, instrument_id, expires_on, completes_on, needed_until from app.guarantee_shortfalls where needed_until >= app.today();

-- The owner of an instrument is that of its first deposit, else its author.
create view app.instrument_deadlines with (security_invoker = true) as
select i.tenant_id, i.id as record_id, k.kind, k.due_on, null::date as open_from, k.open_until, coalesce((
    select array[d.owner_id, (select t.owner_id from contract_terms t where t.tenant_id = d.tenant_id and t.contract_id = d.contract_id
      and t.deleted_at is null), d.created_by] from security_deposits d
    where d.tenant_id = i.tenant_id and d.instrument_id = i.id and d.deleted_at is null order by d.created_at, d.id limit 1),
  '{}') || i.created_by as owners
from instruments i left join app.guarantee_shortfalls short on short.tenant_id = i.tenant_id and short.instrument_id = i.id
cross join lateral (values
  ('GUARANTEE_EXPIRES', case when i.state in ('ISSUED', 'LODGED') then i.expires_on end, i.expires_on),
  -- Unless a court has stayed the claim since, as far as its events tell.
  ('GUARANTEE_CLAIMED', case when i.state = 'CLAIMED' then (
    select (max(e.happened_on) filter (where e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAY_VACATED'))) + 1 from instrument_events e
    where e.tenant_id = i.tenant_id and e.instrument_id = i.id
    having (max(e.id::text) filter (where e.kind = 'STAYED')) is null or (max(e.id::text) filter (where e.kind = 'STAYED'))
      < (max(e.id::text) filter (where e.kind in ('CLAIM_LODGED', 'EXTEND_OR_PAY', 'STAY_VACATED')))) end, null),
  ('GUARANTEE_TO_DISCHARGE', case when i.expires_on is not null and i.state in ('LODGED', 'RETURNED') then coalesce(i.claim_until, i.expires_on) + 1 end,
    null),
  ('RECEIPT_MATURES', case when i.state in ('ISSUED', 'LODGED') then i.matures_on end, null),
  ('DRAFT_GOES_STALE', case when i.state in ('ISSUED', 'LODGED') then i.stale_on end, null),
  ('GUARANTEE_TOO_SHORT', short.expires_on - 30, short.needed_until)) k (kind, due_on, open_until)
where i.deleted_at is null and k.due_on is not null;

create view app.facility_deadlines with (security_invoker = true) as
select f.tenant_id, f.id as record_id, 'FACILITY_REVIEW' as kind, f.review_on as due_on, null::date as open_from, null::date as open_until,
  array[f.created_by] as owners
from bank_facilities f where f.deleted_at is null and f.is_active and f.review_on is not null;

create view app.plan_deadlines with (security_invoker = true) as
select p.tenant_id, p.id as record_id, 'GUARANTEE_NEEDED' as kind, p.needed_on as due_on, null::date as open_from, p.until_on as open_until,
  array[p.created_by] as owners
from bg_plans p join contracts c on c.tenant_id = p.tenant_id and c.id = p.contract_id and c.deleted_at is null
where p.deleted_at is null and p.state = 'PLANNED' and c.status not in ('REJECTED', 'CANCELLED');

create view app.project_deadlines with (security_invoker = true) as
select p.tenant_id, p.id as record_id, 'PROJECT_ENDS' as kind, coalesce(p.extension_date, p.given_end_date) as due_on, null::date as open_from,
  null::date as open_until, array[p.created_by] as owners
from projects p where p.deleted_at is null and p.status not in ('COMPLETED', 'TERMINATED', 'CANCELLED')
  and coalesce(p.extension_date, p.given_end_date) is not null;

create view app.task_deadlines with (security_invoker = true) as
select t.tenant_id, t.id as record_id, k.kind, k.due_on, null::date as open_from, null::date as open_until, k.owners
from tasks t join projects p on p.tenant_id = t.tenant_id and p.id = t.project_id and p.deleted_at is null
cross join lateral (values
  ('TASK_DUE', case when t.sub_tasks = 0 and t.status not in ('COMPLETED', 'APPROVED', 'TERMINATED', 'CANCELLED') then t.given_end_date end,
    array[t.assigned_to, p.created_by]),
  ('REVIEW_WAITING', case when t.status = 'UNDER_REVIEW' then (t.review_requested_at at time zone app.time_zone())::date + 2 end,
    array[p.created_by])) k (kind, due_on, owners)
where t.deleted_at is null and k.due_on is not null;

create view app.general_task_deadlines with (security_invoker = true) as
select g.tenant_id, g.id as record_id, 'GENERAL_TASK_DUE' as kind, g.due_on, null::date as open_from, null::date as open_until,
  array[g.assignee_id] as owners
from general_tasks g where g.deleted_at is null and g.state in ('OPEN', 'DOING') and g.due_on is not null;

-- Each under the module of its record, which exists as long as it has a document.
create view app.document_deadlines with (security_invoker = true) as
select d.tenant_id, d.id as record_id, k.kind, k.due_on, null::date as open_from, null::date as open_until, array[d.created_by] as owners
from documents d cross join lateral (values
  ('CONTRACT_DOCUMENT_EXPIRES', case when d.entity_type in ('CONTRACT', 'REFUND_REQUEST') then d.valid_until end),
  ('PROJECT_DOCUMENT_EXPIRES', case when d.entity_type = 'PROJECT' then d.valid_until end),
  ('TASK_DOCUMENT_EXPIRES', case when d.entity_type = 'TASK' then d.valid_until end),
  ('VEHICLE_DOCUMENT_EXPIRES', case when d.entity_type = 'VEHICLE' then d.valid_until end),
  ('INSURANCE_DOCUMENT_EXPIRES', case when d.entity_type = 'VEHICLE_INSURANCE' then d.valid_until end),
  ('PAYMENT_DOCUMENT_EXPIRES', case when d.entity_type = 'PAYMENT' then d.valid_until end)) k (kind, due_on)
where d.deleted_at is null and k.due_on is not null;

-- The direction in which the day of a kind moves from a day off, as in the API, which a test compares.
create function app.acts_of(kind text) returns text language sql immutable parallel safe
return case
  when kind in ('TENDER_CLOSES', 'BID_VALIDITY_ENDS', 'SECURITY_TO_LODGE', 'AGREEMENT_TO_SIGN', 'CLAIM_TIME_BARRED', 'EXEMPTION_EXPIRES')
    or kind like '%_DOCUMENT_EXPIRES' then 'before'
  when kind in ('REFUND_DUE', 'REFUND_STEP') then 'after'
  when kind in ('GUARANTEE_EXPIRES', 'GUARANTEE_CLAIMED', 'GUARANTEE_TOO_SHORT', 'RECEIPT_MATURES', 'DRAFT_GOES_STALE', 'GUARANTEE_NEEDED',
    'FACILITY_REVIEW') then 'bank before'
  when kind = 'GUARANTEE_TO_DISCHARGE' then 'bank after'
  else 'same' end;
grant execute on function app.acts_of to plinth_app;

-- The day by which to act on a deadline of this kind that is due on this day, from the working days near it.
create function app.act_by(kind text, due date, before date, after date, bank_before date, bank_after date) returns date
language sql immutable parallel safe
return case app.acts_of(kind) when 'before' then before when 'after' then after when 'bank before' then bank_before
  when 'bank after' then bank_after else due end;
grant execute on function app.act_by to plinth_app;

-- Whether the company works on a day; `closed` says for whom the day is a holiday, null if it is none.
create function app.is_working(day date, weekly_off int[], saturdays_off int[], closed text) returns boolean
language sql immutable parallel safe
return not (extract(isodow from day)::int = any (weekly_off)
  or extract(isodow from day) = 6 and (extract(day from day)::int + 6) / 7 = any (saturdays_off) or coalesce(closed <> 'BANKS', false));
create function app.is_banking(day date, closed text) returns boolean language sql immutable parallel safe
return app.is_bank_day(day) and coalesce(closed = 'COMPANY', true);
grant execute on function app.is_working, app.is_banking to plinth_app;

-- The days of a range, each with the working days of the company and of banks near it: at most 40 days before or after it, else itself.
create or replace function app.act_days(first date, last date)
returns table (day date, before date, after date, bank_before date, bank_after date) language sql stable
begin atomic
  with days as (
    select d.day, app.is_working(d.day, s.weekly_off, s.saturdays_off, h.closed) as is_working, app.is_banking(d.day, h.closed) as is_banking
    from (select (first - 40 + n)::date as day from generate_series(0, last - first + 80) n) d
    join app.company_settings_in_force s on s.tenant_id = app.tenant_id()
    left join holidays h on h.tenant_id = s.tenant_id and h.on_day = d.day and h.deleted_at is null)
  select near.day, case when near.day - near.before <= 40 then near.before else near.day end,
    case when near.after - near.day <= 40 then near.after else near.day end,
    case when near.day - near.bank_before <= 40 then near.bank_before else near.day end,
    case when near.bank_after - near.day <= 40 then near.bank_after else near.day end
  from (
    select days.day, max(days.day) filter (where is_working) over upward as before, min(days.day) filter (where is_working) over downward as after,
      max(days.day) filter (where is_banking) over upward as bank_before, min(days.day) filter (where is_banking) over downward as bank_after
    from days window upward as (order by days.day), downward as (order by days.day desc)) near
  where near.day between first and last;
end;

-- The first working day of the company, or of banks, from a day on, going by `step` of 1 or -1.
create function app.nearest_day(due date, step int, of_banks boolean, weekly_off int[], saturdays_off int[]) returns date
language plpgsql stable as $$
declare
  day date := due;
  closed_for text;
begin
  for n in 0..40 loop
    select h.closed into closed_for from holidays h where h.tenant_id = app.tenant_id() and h.on_day = day and h.deleted_at is null;
    if of_banks and app.is_banking(day, closed_for) or not of_banks and app.is_working(day, weekly_off, saturdays_off, closed_for) then
      return day;
    end if;
    day := day + step;
  end loop;
  return due;
end $$;
grant execute on function app.nearest_day to plinth_app;

-- These days, each with the working days near it, as app.act_days has them. Many are read as one range, as far as they are not long ago
-- or far ahead.
create function app.days_near(due date[]) returns table (day date, before date, after date, bank_before date, bank_after date)
language plpgsql stable as $$
declare
  near_from date := app.today() - 4000;
  near_until date := app.today() + 4000;
  is_range boolean := cardinality(due) > 50;
begin
  return query
    select d.day, app.nearest_day(d.day, -1, false, s.weekly_off, s.saturdays_off), app.nearest_day(d.day, 1, false, s.weekly_off, s.saturdays_off),
      app.nearest_day(d.day, -1, true, s.weekly_off, s.saturdays_off), app.nearest_day(d.day, 1, true, s.weekly_off, s.saturdays_off)
    from (select distinct u.day from unnest(due) u (day)) d join app.company_settings_in_force s on s.tenant_id = app.tenant_id()
    where not is_range or d.day not between near_from and near_until;
  if is_range then
    return query
      select near.* from (select min(u.day) as first, max(u.day) as last from unnest(due) u (day) where u.day between near_from and near_until) span
      cross join lateral app.act_days(span.first, span.last) near;
  end if;
end $$;
grant execute on function app.days_near to plinth_app;

-- The first of these people who is active; null if none is.
create function app.first_active(people uuid[]) returns uuid language sql stable
return (select u.id from unnest(people) with ordinality o (id, place) join users u on u.tenant_id = app.tenant_id() and u.id = o.id
  and u.deleted_at is null and u.is_active order by o.place limit 1);
grant execute on function app.first_active to plinth_app;

-- The types of records that have deadlines. Each has a view app.<type>_deadlines, read by app.write_<type>_deadlines.
create function app.deadline_types() returns text[] language sql immutable parallel safe
return array['CONTRACT', 'DEPOSIT', 'EXEMPTION', 'INSTRUMENT', 'FACILITY', 'PLAN', 'PROJECT', 'TASK', 'GENERAL_TASK', 'DOCUMENT'];
grant execute on function app.deadline_types to plinth_app;

-- Analyzes the tables of deadlines and of their sources that the planner takes for small and that are not: in a transaction that fills
-- them, nothing else has analyzed them yet.
create function app.analyze_for_deadlines() returns void language plpgsql as $$
declare
  outdated regclass;
begin
  for outdated in
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.reltuples < 200 and pg_relation_size(c.oid) > 200000
      and (c.relname = 'deadlines' or exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'deadlines_change'))
  loop
    execute format('analyze (skip_locked) %s', outdated);
  end loop;
end $$;

-- Creates app.write_<type>_deadlines(ids): writes the rows of these records as its view has them; of all records for null.
create procedure app.keep_deadlines(type text, records regclass) language plpgsql as $$
begin
  execute format($made$
    grant select on app.%1$s_deadlines to plinth_app;
    -- One plan for any number of records: each by its id, even while the planner takes the tables for small (offset 0).
    create function app.write_%1$s_deadlines(ids uuid[]) returns void language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan set enable_seqscan = off as $body$
    begin
      if ids is null then
        ids := array(select r.id from %2$s r where r.deleted_at is null
          union select d.record_id from deadlines d where d.record_type = %3$L);
      end if;
      if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
      with said as materialized (
        select said.* from unnest(ids) one (id)
        cross join lateral (select v.* from app.%1$s_deadlines v where v.tenant_id = app.tenant_id() and v.record_id = one.id offset 0) said),
      days as materialized (
        select * from app.days_near(array(select distinct said.due_on from said where app.acts_of(said.kind) <> 'same'))),
      found as materialized (
        select s.*, app.first_active(s.owners) as owner_id,
          app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
        from said s left join days on days.day = s.due_on),
      gone as (
        delete from deadlines d where d.record_id = any (ids)
          and not exists (select from found f where f.record_id = d.record_id and f.kind = d.kind))
      insert into deadlines as d (record_id, kind, record_type, due_on, act_by, open_from, open_until, owners, owner_id)
      select f.record_id, f.kind, %3$L, f.due_on, f.act_by, f.open_from, f.open_until, f.owners, f.owner_id from found f
      on conflict (tenant_id, record_id, kind) do update set due_on = excluded.due_on, act_by = excluded.act_by,
        open_from = excluded.open_from, open_until = excluded.open_until, owners = excluded.owners, owner_id = excluded.owner_id
      where (d.due_on, d.act_by, d.open_from, d.open_until, d.owners, d.owner_id)
        is distinct from (excluded.due_on, excluded.act_by, excluded.open_from, excluded.open_until, excluded.owners, excluded.owner_id);
    end $body$
  $made$, lower(type), records, type);
end $$;

call app.keep_deadlines('CONTRACT', 'contracts');
call app.keep_deadlines('DEPOSIT', 'security_deposits');
call app.keep_deadlines('EXEMPTION', 'deposit_exemptions');
call app.keep_deadlines('INSTRUMENT', 'instruments');
call app.keep_deadlines('FACILITY', 'bank_facilities');
call app.keep_deadlines('PLAN', 'bg_plans');
call app.keep_deadlines('PROJECT', 'projects');
call app.keep_deadlines('TASK', 'tasks');
call app.keep_deadlines('GENERAL_TASK', 'general_tasks');
call app.keep_deadlines('DOCUMENT', 'documents');

-- Writes all deadlines of the company anew.
create function app.write_all_deadlines() returns void language plpgsql as $$
declare
  type text;
begin
  foreach type in array app.deadline_types() loop
    execute format('select app.write_%s_deadlines(null)', lower(type));
  end loop;
end $$;

-- Holds these records until the end of the transaction. They share 256 locks, because a transaction may change more records than
-- PostgreSQL has locks.
create function app.hold_for_deadlines(ids uuid[], first_lock int) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('deadlines ' || app.tenant_id()), first_lock + l.lock)
  from (select distinct hashtext(id::text) & 255 as lock from unnest(ids) id order by 1) l;
end $$;

-- Writes the deadlines that the transaction may have changed, once, at its end. A deadline depends on several records, which different
-- transactions may change at the same moment: each holds what its deadlines depend on before it reads. It holds the company (alone, if
-- all deadlines may change), then contracts, then instruments, each in one order, so that no transactions wait for each other.
-- Others wait for a transaction that changes many rather than fail.
create function app.write_changed_deadlines() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set lock_timeout = '60s' as $$
declare
  caller text := current_setting('app.tenant_id', true);
  lock_of_company int := hashtext('deadlines ' || new.company);
  sources text[];
  ids uuid[];
  type text;
  chosen uuid[];
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  -- An earlier change of the transaction has written all.
  if not exists (select from deadline_changes c where c.transaction = pg_current_xact_id() and c.company = new.company and c.id = new.id) then
    return null;
  end if;
  perform set_config('app.tenant_id', new.company::text, true);
  with taken as (delete from deadline_changes c where c.transaction = pg_current_xact_id() and c.company = new.company
    returning c.source, c.record_ids)
  select array_agg(one.source), array_agg(one.id) into sources, ids
  from (select distinct t.source, i.id from taken t cross join lateral unnest(t.record_ids) i (id)) one;

  if array_position(ids, null) is not null or sources && '{USER}' then
    perform pg_advisory_xact_lock(lock_of_company, 0);
  else
    perform pg_advisory_xact_lock_shared(lock_of_company, 0);
  end if;
  if sources && '{REQUEST}' then
    select sources || array_agg('DEPOSIT'::text), ids || array_agg(i.deposit_id) into sources, ids
    from unnest(sources, ids) c (source, id) join refund_request_items i on i.request_id = c.id where c.source = 'REQUEST';
  end if;
  if sources && '{CONTRACT,CONTRACT_TREE,DEPOSIT,EXEMPTION,PLAN}' then
    perform app.hold_for_deadlines(array(
      select case c.source when 'DEPOSIT' then (select d.contract_id from security_deposits d where d.id = c.id)
        when 'EXEMPTION' then (select e.contract_id from deposit_exemptions e where e.id = c.id)
        when 'PLAN' then (select p.contract_id from bg_plans p where p.id = c.id)
        else c.id end
      from unnest(sources, ids) c (source, id)
      where c.id is not null and c.source in ('CONTRACT', 'CONTRACT_TREE', 'DEPOSIT', 'EXEMPTION', 'PLAN')), 1);
  end if;
  -- Nobody else knows a new contract yet.
  sources := array_replace(sources, 'NEW_CONTRACT', 'CONTRACT');
  if sources && '{CONTRACT_TREE}' then
    with trees as materialized (select c.id from unnest(sources, ids) c (source, id) where c.source = 'CONTRACT_TREE'),
    parts (source, id) as (
      select 'CONTRACT', id from trees
      union all select 'DEPOSIT', d.id from trees join security_deposits d on d.contract_id = trees.id and d.deleted_at is null
      union all select 'INSTRUMENT', d.instrument_id from trees join security_deposits d on d.contract_id = trees.id and d.deleted_at is null
        and d.instrument_id is not null
      union all select 'EXEMPTION', e.id from trees join deposit_exemptions e on e.contract_id = trees.id and e.deleted_at is null
      union all select 'PLAN', p.id from trees join bg_plans p on p.contract_id = trees.id and p.deleted_at is null)
    select sources || array_agg(parts.source), ids || array_agg(parts.id) into sources, ids from parts;
  end if;
  if sources && '{INSTRUMENT}' then
    perform app.hold_for_deadlines(array(
      select c.id from unnest(sources, ids) c (source, id) where c.source = 'INSTRUMENT' and c.id is not null), 257);
  end if;
  if sources && '{USER}' then
    update deadlines d set owner_id = app.first_active(d.owners)
    where d.owners && array(select c.id from unnest(sources, ids) c (source, id) where c.source = 'USER')
      and d.owner_id is distinct from app.first_active(d.owners);
  end if;
  if sources && '{DAY}' then
    with days as materialized (select * from app.days_near(array(select distinct d.due_on from deadlines d))),
    found as (
      select d.record_id, d.kind, app.act_by(d.kind, d.due_on, days.before, days.after, days.bank_before, days.bank_after) as act_by
      from deadlines d join days on days.day = d.due_on)
    update deadlines d set act_by = found.act_by from found
    where found.record_id = d.record_id and found.kind = d.kind and found.act_by <> d.act_by;
  end if;
  -- Deposits with a basis of their own go by no rule.
  perform app.write_deposit_deadlines(array(
    select d.id from security_deposits d where d.deleted_at is null and d.open_amount > 0 and d.release_basis is null and d.purpose = purpose.name))
  from (select distinct substr(c.source, 9) as name from unnest(sources) c (source) where c.source like 'PURPOSE %') purpose;
  for type in select distinct c.source from unnest(sources) c (source) where c.source = any (app.deadline_types()) loop
    chosen := array(select distinct c.id from unnest(sources, ids) c (source, id) where c.source = type);
    if array_position(chosen, null) is not null then chosen := null; end if;
    execute format('select app.write_%s_deadlines($1)', lower(type)) using chosen;
  end loop;
  perform set_config('app.tenant_id', caller, true);
  return null;
end $$;
create constraint trigger written after insert on deadline_changes deferrable initially deferred for each row
  execute function app.write_changed_deadlines();

-- Notes each change of a table that deadlines depend on. `watched` are the columns that they depend on. `affected` selects the company,
-- the source and the record from `changed`, the rows after a statement and, of those that it changed, before; a record of null is all.
-- Sources are the types of records, and NEW_CONTRACT, CONTRACT_TREE (a contract with its deposits, instruments, exemptions and plans),
-- REQUEST (the deposits of a refund request), PURPOSE (the deposits of a purpose), USER (owners) and DAY (days by which to act).
create procedure app.follow_deadlines(tbl regclass, watched text[], affected text) language plpgsql as $$
declare
  columns_of text := (select 'row(' || string_agg(format('%%1$s.%I', name), ', ') || ')' from unnest(watched) name);
begin
  execute format($made$
    -- The plan of a first call with one row would join the rows before and after in a nested loop for ever.
    create function app.note_deadlines_of_%1$s() returns trigger language plpgsql security definer
    set search_path = pg_catalog, public, pg_temp set enable_nestloop = off as $body$
    begin
      if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
      if tg_op = 'INSERT' then
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (select * from after) %2$s) a (company, source, id)
        group by 1, 2;
      else
        insert into deadline_changes (company, source, record_ids)
        select a.company, a.source, array_agg(distinct a.id) from (with changed as (
          select n.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where %3$s is distinct from %4$s
          union all select o.* from after n join before o on o.tenant_id = n.tenant_id and o.id = n.id where %3$s is distinct from %4$s)
          %2$s) a (company, source, id) group by 1, 2;
      end if;
      return null;
    end $body$;
    create trigger deadlines_begin after insert on %1$s referencing new table as after for each statement
      execute function app.note_deadlines_of_%1$s();
    create trigger deadlines_change after update on %1$s referencing old table as before new table as after for each statement
      execute function app.note_deadlines_of_%1$s()
  $made$, tbl, affected, format(columns_of, 'n'), format(columns_of, 'o'));
end $$;

call app.follow_deadlines('contracts',
  '{deleted_at,status,closing_date,result_date,awarded_date,agreement_date,given_end_date,actual_end_date}',
  $$ select tenant_id, case tg_op when 'INSERT' then 'NEW_CONTRACT' else 'CONTRACT_TREE' end, id from changed $$);
call app.follow_deadlines('contract_terms', '{deleted_at,contract_id,owner_id,bid_validity_days,bid_valid_until,ps_days,ps_valid_beyond_days,
  agreement_days,dlp_months,dlp_ends_on,completed_on,final_bill_on}', $$ select tenant_id, 'CONTRACT_TREE', contract_id from changed $$);
-- A performance security that was lodged may be what other deposits of the contract wait for.
call app.follow_deadlines('security_deposits', '{deleted_at,contract_id,instrument_id,purpose,status,open_amount,owner_id,release_basis,
  release_days,deposit_submitted_date,fixed_due_on,acknowledged_on,disputed_on,own_next_on}', $$
  select tenant_id, 'DEPOSIT', id from changed
  union all select tenant_id, case purpose when 'PERFORMANCE_SECURITY' then 'CONTRACT_TREE' else 'CONTRACT' end, contract_id from changed
  union all select tenant_id, 'INSTRUMENT', instrument_id from changed where instrument_id is not null $$);
call app.follow_deadlines('deposit_settlements', '{deposit_id,settled_on,cancelled_at}',
  $$ select tenant_id, 'DEPOSIT', deposit_id from changed $$);
call app.follow_deadlines('refund_requests', '{deleted_at,state,sent_on}', $$ select tenant_id, 'REQUEST', id from changed where state <> 'DRAFT' $$);
call app.follow_deadlines('refund_request_items', '{deleted_at,request_id,deposit_id}',
  $$ select tenant_id, 'DEPOSIT', deposit_id from changed $$);
call app.follow_deadlines('notes', '{deleted_at,kind,happened_on}',
  $$ select tenant_id, 'DEPOSIT', deposit_id from changed where deposit_id is not null and kind in ('CALL', 'VISIT', 'LETTER') $$);
call app.follow_deadlines('release_rules', '{deleted_at,purpose,outcome,basis,days}',
  $$ select tenant_id, 'PURPOSE ' || purpose, null::uuid from changed $$);
call app.follow_deadlines('deposit_settings', '{deleted_at,follow_up_days,limitation_years}',
  $$ select tenant_id, 'DEPOSIT', null::uuid from changed $$);
call app.follow_deadlines('deposit_exemptions', '{deleted_at,contract_id,purpose,state,valid_until}',
  $$ select tenant_id, 'EXEMPTION', id from changed union all select tenant_id, 'CONTRACT', contract_id from changed where tg_op = 'UPDATE' $$);
call app.follow_deadlines('instruments', '{deleted_at,state,expires_on,claim_until,matures_on,stale_on}',
  $$ select tenant_id, 'INSTRUMENT', id from changed $$);
call app.follow_deadlines('instrument_events', '{instrument_id,kind,happened_on}', $$ select tenant_id, 'INSTRUMENT', instrument_id from changed $$);
call app.follow_deadlines('bank_facilities', '{deleted_at,is_active,review_on}', $$ select tenant_id, 'FACILITY', id from changed $$);
call app.follow_deadlines('bg_plans', '{deleted_at,contract_id,state,needed_on,until_on}', 
  $$ select tenant_id, 'PLAN', id from changed union all select tenant_id, 'CONTRACT', contract_id from changed where tg_op = 'UPDATE' $$);
call app.follow_deadlines('projects', '{deleted_at,contract_id,status,extension_date,given_end_date}', $$
  select tenant_id, 'PROJECT', id from changed
  union all select tenant_id, 'CONTRACT_TREE', contract_id from changed where contract_id is not null $$);
call app.follow_deadlines('tasks', '{deleted_at,project_id,sub_tasks,status,given_end_date,assigned_to,review_requested_at}',
  $$ select tenant_id, 'TASK', id from changed where given_end_date is not null or status = 'UNDER_REVIEW' $$);
call app.follow_deadlines('general_tasks', '{deleted_at,state,due_on,assignee_id}',
  $$ select tenant_id, 'GENERAL_TASK', id from changed where due_on is not null $$);
call app.follow_deadlines('documents', '{deleted_at,entity_type,valid_until}',
  $$ select tenant_id, 'DOCUMENT', id from changed where valid_until is not null $$);
call app.follow_deadlines('holidays', '{deleted_at,on_day,closed}', $$ select tenant_id, 'DAY', null::uuid from changed $$);
call app.follow_deadlines('company_settings', '{deleted_at,weekly_off,saturdays_off}', $$ select tenant_id, 'DAY', null::uuid from changed $$);

-- A new person is nobody's owner yet.
call app.follow_deadlines('users', '{deleted_at,is_active}', $$ select tenant_id, 'USER', id from changed where tg_op = 'UPDATE' $$);

-- The days of some deadlines are those of moments in the company's time zone.
create function app.note_time_zone() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into deadline_changes (company, source, record_ids) values (new.id, 'DEPOSIT', '{null}'), (new.id, 'TASK', '{null}');
  return null;
end $$;
create trigger deadlines_change after update of time_zone on tenants for each row when (new.time_zone <> old.time_zone)
  execute function app.note_time_zone();

-- The deadlines that are open today.
create view app.open_deadlines with (security_invoker = true) as
select d.tenant_id, d.kind, d.record_type, d.record_id, d.due_on, d.act_by, d.open_until, d.owner_id from deadlines d
-- The day is computed once, not for each row.
where coalesce(d.open_from <= (select app.today()), true) and coalesce(d.open_until >= (select app.today()), true);
grant select on app.open_deadlines to plinth_app;

-- Each row of deadlines of the company that differs from what the records say, as the row is and as it should be; null is no row.
create function app.deadline_differences() returns table (record_type text, record_id uuid, kind text, stored jsonb, computed jsonb)
language sql stable
begin atomic
  with said as materialized (select v.* from (
    select 'CONTRACT' as record_type, v.* from app.contract_deadlines v union all select 'DEPOSIT', v.* from app.deposit_deadlines v
    union all select 'EXEMPTION', v.* from app.exemption_deadlines v union all select 'INSTRUMENT', v.* from app.instrument_deadlines v
    union all select 'FACILITY', v.* from app.facility_deadlines v union all select 'PLAN', v.* from app.plan_deadlines v
    union all select 'PROJECT', v.* from app.project_deadlines v union all select 'TASK', v.* from app.task_deadlines v
    union all select 'GENERAL_TASK', v.* from app.general_task_deadlines v union all select 'DOCUMENT', v.* from app.document_deadlines v) v
    where v.tenant_id = app.tenant_id()),
  days as materialized (
    select * from app.days_near(array(select distinct said.due_on from said))),
  computed as (
    select s.record_type, s.record_id, s.kind, jsonb_build_object('due_on', s.due_on,
      'act_by', app.act_by(s.kind, s.due_on, days.before, days.after, days.bank_before, days.bank_after), 'open_from', s.open_from,
      'open_until', s.open_until, 'owners', s.owners, 'owner_id', app.first_active(s.owners)) as row
    from said s join days on days.day = s.due_on),
  stored as (
    select d.record_type, d.record_id, d.kind, jsonb_build_object('due_on', d.due_on, 'act_by', d.act_by, 'open_from', d.open_from,
      'open_until', d.open_until, 'owners', d.owners, 'owner_id', d.owner_id) as row
    from deadlines d where d.tenant_id = app.tenant_id())
  select coalesce(s.record_type, c.record_type), coalesce(s.record_id, c.record_id), coalesce(s.kind, c.kind), s.row, c.row
  from stored s full join computed c on c.record_id = s.record_id and c.kind = s.kind and c.record_type = s.record_type
  where s.row is distinct from c.row;
end;
grant execute on function app.deadline_differences to plinth_app;

-- Writes the deadlines of the company anew; even a row of an unknown type goes. It holds the company alone, as a transaction that may
-- change all deadlines does.
create function app.mend_deadlines() returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('deadlines ' || app.tenant_id()), 0);
  delete from deadlines where tenant_id = app.tenant_id();
  perform app.write_all_deadlines();
end $$;
grant execute on function app.mend_deadlines to plinth_app;

-- Companies that exist.
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    perform app.write_all_deadlines();
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
