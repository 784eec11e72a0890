-- What depends on other records too of a deposit that is not deleted: the status of its contract, its office, owner, due day and next
-- step. Nothing in a row depends on today. Lists and sums read it; app.computed_deposit_states says what it must be.
create table deposit_states (
  tenant_id uuid not null default app.tenant_id(),
  deposit_id uuid not null,
  contract_status text not null,
  office_id uuid,
  -- The people who are responsible, the first one first. The owner is the first of them who is active.
  owners uuid[] not null,
  owner_id uuid,
  is_open boolean not null,
  due_on date,
  limitation_on date,
  next_step text,
  next_on date,
  -- The days since which the contract is over, and since which the deposit has its status.
  over_since date,
  status_since date,
  primary key (tenant_id, deposit_id)
);
call app.protect('deposit_states', 'select');

-- Each record is found by its id, even while the planner takes the tables for small (offset 0).
create or replace view app.deposit_dues with (security_invoker = true) as
select d.tenant_id, d.id as deposit_id, coalesce(d.office_id, c.office_id) as office_id,
  (select u.id from (values (1, d.owner_id), (2, t.owner_id), (3, d.created_by)) as named (place, id)
    join users u on u.tenant_id = d.tenant_id and u.id = named.id and u.deleted_at is null and u.is_active order by place limit 1) as owner_id,
  going.basis, going.days, going.rule_id, going.outcome, going.source, going.is_sure,
  since.on_day as basis_on, due.on_day as due_on, due.expected_on,
  (greatest(due.on_day, d.acknowledged_on) + make_interval(years => s.limitation_years))::date as limitation_on,
  d.deleted_at is null and d.status not in ('DRAFT', 'REJECTED', 'CANCELLED') and d.open_amount > 0 as is_open
from security_deposits d
cross join lateral (select c.office_id, c.status, c.result_date, c.awarded_date, c.agreement_date, c.given_end_date, c.actual_end_date
  from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
left join lateral (select t.owner_id, t.completed_on, t.dlp_ends_on, t.dlp_months, t.final_bill_on
  from contract_terms t where t.tenant_id = d.tenant_id and t.contract_id = d.contract_id and t.deleted_at is null offset 0) t on true
join app.deposit_settings_in_force s on s.tenant_id = d.tenant_id
left join release_rules own on own.tenant_id = d.tenant_id and own.purpose = d.purpose and own.deleted_at is null
  and own.outcome = case when c.status in ('REJECTED', 'CANCELLED') then 'NOT_WON' when app.was_awarded(c.status, c.awarded_date) then 'WON' end
left join release_rules common on common.tenant_id = d.tenant_id and common.purpose = d.purpose and common.outcome = 'ANY' and common.deleted_at is null
cross join lateral (select
  coalesce(d.release_basis, own.basis, common.basis) as basis,
  case when d.release_basis is not null then coalesce(d.release_days, 0) else coalesce(own.days, common.days) end as days,
  case when d.release_basis is null then coalesce(own.id, common.id) end as rule_id,
  case when d.release_basis is null then coalesce(own.outcome, common.outcome) end as outcome,
  case when d.release_basis is null then case when own.id is null then common.source else own.source end end as source,
  case when d.release_basis is null then coalesce(own.is_sure, common.is_sure) end as is_sure) going
cross join lateral (select coalesce(t.completed_on, c.actual_end_date) as on_day) completed
cross join lateral (select case going.basis
  when 'RESULT' then c.result_date
  when 'AWARD' then c.awarded_date
  when 'SECURITY_LODGED' then (select min(l.deposit_submitted_date) from security_deposits l where l.tenant_id = d.tenant_id
    and l.contract_id = d.contract_id and l.purpose = 'PERFORMANCE_SECURITY' and l.deleted_at is null
    and l.status not in ('DRAFT', 'REJECTED', 'CANCELLED'))
  when 'AGREEMENT' then c.agreement_date
  when 'COMPLETION' then completed.on_day
  when 'DLP_END' then app.liability_ends(t.dlp_ends_on, completed.on_day, t.dlp_months)
  when 'FINAL_BILL' then t.final_bill_on
  when 'FIXED' then d.fixed_due_on end as on_day) since
cross join lateral (select since.on_day + case when going.basis = 'FIXED' then 0 else going.days end as on_day,
  -- By the days that were planned, while what it waits for has not happened: of a tender that is not decided its result.
  case when since.on_day is null then case
    when going.basis is null and c.status in ('DRAFT', 'SUBMITTED') then c.result_date
    when going.basis = 'COMPLETION' then c.given_end_date + going.days
    when going.basis = 'DLP_END' then app.liability_ends(null, c.given_end_date, t.dlp_months) + going.days end end as expected_on) due;

create or replace view app.deposit_releases with (security_invoker = true) as
select due.*, asked.request_id, asked.number as request_number, asked.sent_on as asked_on,
  contact.on_day as last_contact_on, contact.times as contacts, next.step as next_step, next.on_day as next_on
from app.deposit_dues due
cross join lateral (select d.tenant_id, d.id, d.own_next_on, d.disputed_on, d.deposit_submitted_date, d.created_at
  from security_deposits d where d.tenant_id = due.tenant_id and d.id = due.deposit_id offset 0) d
join app.deposit_settings_in_force s on s.tenant_id = d.tenant_id
cross join lateral (select (array_agg(r.id order by r.sent_on desc, r.id desc))[1] as request_id,
    (array_agg(r.number order by r.sent_on desc, r.id desc))[1] as number,
    min(r.sent_on) as first_sent_on, max(r.sent_on) as sent_on, count(*)::int as times
  from refund_request_items i
  cross join lateral (select r.id, r.number, r.sent_on, r.state, r.deleted_at
    from refund_requests r where r.tenant_id = i.tenant_id and r.id = i.request_id offset 0) r
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

create view app.computed_deposit_states with (security_invoker = true) as
select d.tenant_id, d.id as deposit_id, c.status as contract_status, r.office_id,
  array[d.owner_id, (select t.owner_id from contract_terms t where t.tenant_id = d.tenant_id and t.contract_id = d.contract_id and t.deleted_at is null),
    d.created_by] as owners,
  r.is_open, r.due_on, r.limitation_on, r.next_step, r.next_on,
  case when c.status in ('REJECTED', 'CANCELLED') then coalesce(c.result_date, contract.since)
    when c.status in ('COMPLETED', 'CLOSED', 'TERMINATED') then coalesce(c.actual_end_date, contract.since) end as over_since,
  deposit.since as status_since
from security_deposits d
cross join lateral (select c.tenant_id, c.id, c.status, c.result_date, c.actual_end_date
  from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
cross join lateral (select r.office_id, r.is_open, r.due_on, r.limitation_on, r.next_step, r.next_on
  from app.deposit_releases r where r.tenant_id = d.tenant_id and r.deposit_id = d.id offset 0) r
cross join lateral (select (max(h.changed_at) at time zone app.time_zone())::date as since from status_changes h
  where h.tenant_id = c.tenant_id and h.record_type = 'contracts' and h.record_id = c.id) contract
cross join lateral (select (max(h.changed_at) at time zone app.time_zone())::date as since from status_changes h
  where h.tenant_id = d.tenant_id and h.record_type = 'security_deposits' and h.record_id = d.id) deposit
where d.deleted_at is null;
grant select on app.computed_deposit_states to plinth_app;

-- A deposit that nobody has asked for falls due; from that day on, as for all others, its next step is the deadline.
create or replace view app.deposit_deadlines with (security_invoker = true) as
select s.tenant_id, s.deposit_id as record_id, k.kind, k.due_on, k.open_from, k.open_until, s.owners
from deposit_states s
cross join lateral (values
  ('REFUND_DUE', case when s.next_step = 'ASK' then s.due_on end, null::date, s.due_on - 1),
  ('REFUND_STEP', case when s.next_step <> 'WAIT' then s.next_on end, case when s.next_step = 'ASK' then s.due_on end, null),
  ('CLAIM_TIME_BARRED', s.limitation_on, null, null)) k (kind, due_on, open_from, open_until)
where s.is_open and k.due_on is not null;

-- Analyzes the tables of deadlines, of the states of deposits and of their sources that the planner takes for small and that are not: in a transaction that fills
-- them, nothing else has analyzed them yet.
create or replace function app.analyze_for_deadlines() returns void language plpgsql as $$
declare
  outdated regclass;
begin
  for outdated in
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.reltuples < 200 and pg_relation_size(c.oid) > 200000
      and (c.relname in ('deadlines', 'deposit_states') or exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'deadlines_change'))
  loop
    execute format('analyze (skip_locked) %s', outdated);
  end loop;
end $$;

-- Writes the states of these deposits as app.computed_deposit_states has them; of all deposits for null. One plan for any number
-- of deposits: each by its id, even while the planner takes the tables for small (offset 0).
create function app.write_deposit_states(ids uuid[]) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  if ids is null then
    ids := array(select d.id from security_deposits d where d.deleted_at is null union select s.deposit_id from deposit_states s);
  end if;
  if cardinality(ids) > 200 then perform app.analyze_for_deadlines(); end if;
  with found as materialized (
    select v.*, app.first_active(v.owners) as owner_id from unnest(ids) one (id)
    cross join lateral (select v.* from app.computed_deposit_states v where v.tenant_id = app.tenant_id() and v.deposit_id = one.id offset 0) v),
  gone as (
    -- Hashed, however few rows the planner expects; a join of its own choice may be quadratic.
    delete from deposit_states s where s.deposit_id = any (ids) and s.deposit_id not in (select f.deposit_id from found f))
  insert into deposit_states as s (deposit_id, contract_status, office_id, owners, owner_id, is_open, due_on, limitation_on, next_step, next_on,
    over_since, status_since)
  select f.deposit_id, f.contract_status, f.office_id, f.owners, f.owner_id, f.is_open, f.due_on, f.limitation_on, f.next_step, f.next_on,
    f.over_since, f.status_since
  from found f
  on conflict (tenant_id, deposit_id) do update set contract_status = excluded.contract_status, office_id = excluded.office_id,
    owners = excluded.owners, owner_id = excluded.owner_id, is_open = excluded.is_open, due_on = excluded.due_on, limitation_on = excluded.limitation_on, next_step = excluded.next_step,
    next_on = excluded.next_on, over_since = excluded.over_since, status_since = excluded.status_since
  where s is distinct from excluded;
end $$;

-- The deadlines of a deposit are those of its state, which is written first.
alter function app.write_deposit_deadlines rename to write_deadlines_of_deposit_states;
create function app.write_deposit_deadlines(ids uuid[]) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.write_deposit_states(ids);
  perform app.write_deadlines_of_deposit_states(ids);
end $$;

-- Writes the deadlines and the states of deposits that the transaction may have changed, once, at its end. They depend on several records,
-- which different transactions may change at the same moment: each holds what they depend on before it reads. It holds the company (alone,
-- if all may change), then contracts, then instruments, each in one order, so that no transactions wait for each other. Others wait for a
-- transaction that changes many rather than fail.
create or replace function app.write_changed_deadlines() returns trigger language plpgsql security definer
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
    chosen := array(select c.id from unnest(sources, ids) c (source, id) where c.source = 'USER');
    update deadlines d set owner_id = app.first_active(d.owners)
    where d.owners && chosen and d.owner_id is distinct from app.first_active(d.owners);
    update deposit_states s set owner_id = app.first_active(s.owners)
    where s.owners && chosen and s.owner_id is distinct from app.first_active(s.owners);
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
    select d.id from security_deposits d where d.deleted_at is null and d.release_basis is null and d.purpose = purpose.name))
  from (select distinct substr(c.source, 9) as name from unnest(sources) c (source) where c.source like 'PURPOSE %') purpose;
  for type in select distinct c.source from unnest(sources) c (source) where c.source = any (app.deadline_types()) loop
    chosen := array(select distinct c.id from unnest(sources, ids) c (source, id) where c.source = type);
    if array_position(chosen, null) is not null then chosen := null; end if;
    execute format('select app.write_%s_deadlines($1)', lower(type)) using chosen;
  end loop;
  perform set_config('app.tenant_id', caller, true);
  return null;
end $$;

-- The office of a deposit is its own, else that of its contract.
drop function app.note_deadlines_of_contracts, app.note_deadlines_of_security_deposits cascade;
call app.follow_deadlines('contracts', '{deleted_at,status,office_id,closing_date,result_date,awarded_date,agreement_date,given_end_date,actual_end_date}',
  $$ select tenant_id, case tg_op when 'INSERT' then 'NEW_CONTRACT' else 'CONTRACT_TREE' end, id from changed $$);
-- A performance security that was lodged may be what other deposits of the contract wait for.
call app.follow_deadlines('security_deposits', '{deleted_at,contract_id,instrument_id,purpose,status,open_amount,office_id,owner_id,release_basis,
  release_days,deposit_submitted_date,fixed_due_on,acknowledged_on,disputed_on,own_next_on}', $$
  select tenant_id, 'DEPOSIT', id from changed
  union all select tenant_id, case purpose when 'PERFORMANCE_SECURITY' then 'CONTRACT_TREE' else 'CONTRACT' end, contract_id from changed
  union all select tenant_id, 'INSTRUMENT', instrument_id from changed where instrument_id is not null $$);

-- Each state of a deposit of the company that differs from what the records say, as it is and as it should be; null is no row.
create function app.deposit_state_differences() returns table (deposit_id uuid, stored jsonb, computed jsonb) language sql stable
begin atomic
  with computed as materialized (
    select v.deposit_id, to_jsonb(v) || jsonb_build_object('owner_id', app.first_active(v.owners)) as row
    from app.computed_deposit_states v where v.tenant_id = app.tenant_id()),
  stored as (select s.deposit_id, to_jsonb(s) as row from deposit_states s where s.tenant_id = app.tenant_id())
  select coalesce(s.deposit_id, c.deposit_id), s.row, c.row
  from stored s full join computed c on c.deposit_id = s.deposit_id
  where s.row is distinct from c.row;
end;
grant execute on function app.deposit_state_differences to plinth_app;

-- Companies that exist.
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    perform app.write_deposit_states(null);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
