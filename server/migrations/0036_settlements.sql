-- What became of a deposit, to the last rupee: received, released, forfeited, deducted, written off or carried into another one.
-- What is left is open. For a deposit whose status alone says that it came back or was lost, one settlement follows from that.

alter table security_deposits
  -- Kept by the triggers below: money or paper that came back, what is lost, and what became another deposit.
  add column received_amount numeric(15, 2) not null default 0 check (received_amount >= 0),
  add column lost_amount numeric(15, 2) not null default 0 check (lost_amount >= 0),
  add column carried_amount numeric(15, 2) not null default 0 check (carried_amount >= 0),
  add column open_amount numeric(15, 2) generated always as (amount - received_amount - lost_amount - carried_amount) stored,
  -- Whether the day of its return was set by a settlement, which takes it along when it is cancelled.
  add column is_return_settled boolean not null default false,
  add constraint "409 amount is more than what is open of this deposit"
    check (received_amount + lost_amount + carried_amount <= amount);
call app.keep_audit('security_deposits', 'id', '{received_amount,lost_amount,carried_amount,is_return_settled}');

create table deposit_settlements (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  deposit_id uuid not null,
  kind text not null check (kind in ('RECEIVED', 'RELEASED', 'FORFEITED', 'DEDUCTED', 'WRITTEN_OFF', 'CARRIED')),
  amount numeric(15, 2) not null check (amount > 0),
  -- Unknown only where the status says what became of the deposit and no day of its return is entered.
  settled_on date,
  reference text,
  reason text,
  into_deposit_id uuid,
  source text not null default 'ENTERED' check (source in ('ENTERED', 'STATUS')),
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancelled_why text,
  primary key (tenant_id, id),
  constraint "400 settledOn is required" check (source = 'STATUS' or settled_on is not null),
  constraint "400 reason is required for what does not come back"
    check (source = 'STATUS' or kind not in ('FORFEITED', 'DEDUCTED', 'WRITTEN_OFF') or reason <> ''),
  constraint "400 intoDepositId is for what is carried into another deposit"
    check ((kind = 'CARRIED') = (into_deposit_id is not null)),
  constraint "400 intoDepositId must be another deposit of this contract" check (into_deposit_id <> deposit_id)
);
call app.keep_stamps('deposit_settlements');
call app.protect('deposit_settlements', 'select, insert, update (cancelled_at, cancelled_why)');
call app.reference('deposit_settlements', 'deposit_id', 'security_deposits');
call app.reference('deposit_settlements', 'into_deposit_id', 'security_deposits');
call app.keep_audit('deposit_settlements');
create index settlements_of_deposit on deposit_settlements (tenant_id, deposit_id, created_at);

-- What the status of a deposit says became of it; null while it lies with the department, or was never paid.
create function app.settlement_of(status text) returns text language sql immutable parallel safe
  return case when status in ('RETURNED', 'REFUNDED') then 'RECEIVED' when status in ('RELEASED', 'FORFEITED') then status end;

-- What of a deposit was settled by entries of its own, and the last day on which some of it came back.
create function app.entered_settlements(company uuid, deposit uuid, out received numeric, out lost numeric, out carried numeric,
  out money_came boolean, out paper_came boolean, out back_on date)
language sql stable as $$
  select coalesce(sum(s.amount) filter (where s.kind in ('RECEIVED', 'RELEASED')), 0),
    coalesce(sum(s.amount) filter (where s.kind in ('FORFEITED', 'DEDUCTED', 'WRITTEN_OFF')), 0),
    coalesce(sum(s.amount) filter (where s.kind = 'CARRIED'), 0),
    coalesce(bool_or(s.kind = 'RECEIVED'), false), coalesce(bool_or(s.kind in ('RELEASED', 'CARRIED')), false),
    max(s.settled_on) filter (where s.kind in ('RECEIVED', 'RELEASED'))
  from deposit_settlements s
  where s.tenant_id = company and s.deposit_id = deposit and s.source = 'ENTERED' and s.cancelled_at is null
$$;
grant execute on function app.settlement_of, app.entered_settlements to plinth_app;

-- The sums of a deposit whose status or amount is set: what is open under a status that says it is over is settled by that.
create function app.settle_by_status() returns trigger language plpgsql as $$
declare
  kind text := app.settlement_of(new.status);
  entered record;
  rest numeric;
begin
  if tg_op = 'INSERT' then
    new.received_amount := case when kind in ('RECEIVED', 'RELEASED') then new.amount else 0 end;
    new.lost_amount := case when kind = 'FORFEITED' then new.amount else 0 end;
    new.carried_amount := 0;
    new.is_return_settled := false;
    return new;
  end if;
  -- An entry of its own is being booked or cancelled: that has summed up already.
  if pg_trigger_depth() > 1 then return new; end if;
  new.received_amount := old.received_amount;
  new.lost_amount := old.lost_amount;
  new.carried_amount := old.carried_amount;
  new.is_return_settled := old.is_return_settled and new.deposit_returned_date is not distinct from old.deposit_returned_date;
  if new.status = old.status and new.amount = old.amount then return new; end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.id);
  rest := new.amount - entered.received - entered.lost - entered.carried;
  if rest < 0 then
    raise check_violation using message = 'settled', constraint = '409 amount is less than what was settled of this deposit';
  end if;
  if new.status <> old.status and entered.received + entered.lost + entered.carried > 0
    and kind is distinct from app.settlement_of(old.status)
    and (rest = 0 or new.status in ('DRAFT', 'REJECTED', 'CANCELLED'))
  then
    raise check_violation using message = 'settled', constraint = '409 status Cancel the receipts of this deposit first';
  end if;
  new.received_amount := entered.received + case when kind in ('RECEIVED', 'RELEASED') then rest else 0 end;
  new.lost_amount := entered.lost + case when kind = 'FORFEITED' then rest else 0 end;
  new.carried_amount := entered.carried;
  return new;
end $$;
create trigger c_settle before insert or update on security_deposits for each row execute function app.settle_by_status();

-- And the settlement that tells of it, by the day of its return. It is cancelled when the status, the amount or that day changes.
create function app.book_by_status() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  entered record;
  rest numeric;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if pg_trigger_depth() > 1 or new.deleted_at is not null then return null; end if;
  update deposit_settlements s set cancelled_at = clock_timestamp()
  where s.tenant_id = new.tenant_id and s.deposit_id = new.id and s.source = 'STATUS' and s.cancelled_at is null;
  if app.settlement_of(new.status) is null then return null; end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.id);
  rest := new.amount - entered.received - entered.lost - entered.carried;
  if rest > 0 then
    insert into deposit_settlements (deposit_id, kind, amount, settled_on, source)
    values (new.id, app.settlement_of(new.status), rest, new.deposit_returned_date, 'STATUS');
  end if;
  return null;
end $$;
create trigger settled_new after insert on security_deposits for each row
  when (app.settlement_of(new.status) is not null) execute function app.book_by_status();
create trigger settled_changed after update on security_deposits for each row
  when ((app.settlement_of(old.status), case when app.settlement_of(old.status) is not null then old.deposit_returned_date end, old.amount)
    is distinct from
    (app.settlement_of(new.status), case when app.settlement_of(new.status) is not null then new.deposit_returned_date end, new.amount))
  execute function app.book_by_status();

-- An entry holds its deposit, so that of two that together are more than what is open one waits, and is refused.
create function app.require_open_deposit() returns trigger language plpgsql as $$
declare
  deposit record;
begin
  if new.source <> 'ENTERED' then return new; end if;
  select d.status, d.contract_id, d.deposit_submitted_date, d.open_amount into deposit from security_deposits d
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id and d.deleted_at is null for no key update;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if deposit.status in ('DRAFT', 'REJECTED', 'CANCELLED') then
    raise check_violation using message = 'unpaid', constraint = '409 kind Nothing was paid of a deposit in this status: change the status first';
  end if;
  if new.settled_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 settledOn must not be after today';
  end if;
  if new.settled_on < deposit.deposit_submitted_date then
    raise check_violation using message = 'day', constraint = '400 settledOn must not be before the deposit was submitted';
  end if;
  if new.amount > deposit.open_amount then
    raise check_violation using message = 'open', constraint = '409 amount is more than what is open of this deposit';
  end if;
  if new.into_deposit_id is not null and not exists (select from security_deposits d where d.tenant_id = new.tenant_id
    and d.id = new.into_deposit_id and d.contract_id = deposit.contract_id and d.deleted_at is null)
  then
    raise check_violation using message = 'into', constraint = '400 intoDepositId must be another deposit of this contract';
  end if;
  return new;
end $$;
-- Before the reference asks, which names no field.
create trigger b_a_open before insert on deposit_settlements for each row execute function app.require_open_deposit();

-- What was settled is never told otherwise afterwards: it is cancelled, once.
create function app.require_only_cancelled() returns trigger language plpgsql as $$
begin
  if old.cancelled_at is not null then
    raise exception 'This was cancelled already.' using errcode = 'PL409';
  end if;
  if old.source = 'STATUS' and pg_trigger_depth() = 1 then
    raise exception 'This follows from the status of the deposit: change that instead.' using errcode = 'PL409';
  end if;
  if to_jsonb(new) - '{cancelled_at,cancelled_by,cancelled_why,updated_at,updated_by}'::text[]
    <> to_jsonb(old) - '{cancelled_at,cancelled_by,cancelled_why,updated_at,updated_by}'::text[]
  then
    raise exception 'a settlement is never changed';
  end if;
  new.cancelled_at := clock_timestamp();
  new.cancelled_by := app.user_id();
  return new;
end $$;
create trigger b_only_cancelled before update on deposit_settlements for each row execute function app.require_only_cancelled();

-- An entry that leaves nothing open closes its deposit; one that is cancelled opens it again, in the status that it had before.
create function app.book_settlement() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deposit security_deposits;
  entered record;
  was text;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  select * into deposit from security_deposits d where d.tenant_id = new.tenant_id and d.id = new.deposit_id for no key update;
  select * into entered from app.entered_settlements(new.tenant_id, new.deposit_id);
  if tg_op = 'INSERT' then
    deposit.status := case
      when deposit.amount > entered.received + entered.lost + entered.carried then deposit.status
      when entered.money_came then 'REFUNDED' when entered.paper_came then 'RELEASED' else 'FORFEITED' end;
    if app.settlement_of(deposit.status) is not null and deposit.deposit_returned_date is null and entered.back_on is not null then
      deposit.deposit_returned_date := entered.back_on;
      deposit.is_return_settled := true;
    end if;
  elsif app.settlement_of(deposit.status) is not null then
    update deposit_settlements s set cancelled_at = clock_timestamp()
    where s.tenant_id = new.tenant_id and s.deposit_id = new.deposit_id and s.source = 'STATUS' and s.cancelled_at is null;
    select h.from_status into was from status_changes h
    where h.tenant_id = new.tenant_id and h.record_type = 'security_deposits' and h.record_id = new.deposit_id
      and app.settlement_of(h.to_status) is not null and app.settlement_of(h.from_status) is null and h.from_status is not null
    order by h.changed_at desc, h.id desc limit 1;
    deposit.status := coalesce(was, 'SUBMITTED');
    if deposit.is_return_settled then
      deposit.deposit_returned_date := null;
      deposit.is_return_settled := false;
    end if;
  end if;
  update security_deposits d set status = deposit.status, deposit_returned_date = deposit.deposit_returned_date,
    is_return_settled = deposit.is_return_settled, received_amount = entered.received, lost_amount = entered.lost,
    carried_amount = entered.carried
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id;
  return null;
end $$;
create trigger booked after insert on deposit_settlements for each row
  when (new.source = 'ENTERED') execute function app.book_settlement();
create trigger unbooked after update of cancelled_at on deposit_settlements for each row
  when (new.source = 'ENTERED' and old.cancelled_at is null and new.cancelled_at is not null)
  execute function app.book_settlement();

-- The figures count money, not rows: what of it came back, is lost, or became another deposit is added up beside it.
alter table deposit_figures
  add column received numeric not null default 0,
  add column lost numeric not null default 0,
  add column carried numeric not null default 0;

create or replace function app.fold_figures(appended bigint) returns void language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if random() * 100 > appended or not pg_try_advisory_xact_lock(hashtextextended('figures of ' || app.tenant_id(), 0)) then return; end if;
  with folded as (
    delete from contract_figures where tenant_id = app.tenant_id() and id = any (array(
      select id from (select id, count(*) over (partition by status, was_awarded, contract_type) as alike
        from contract_figures where tenant_id = app.tenant_id()) f where alike > 1)) returning *)
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, was_awarded, contract_type, sum(contracts), sum(paper_cost) from folded
  group by 1, 2, 3 having sum(contracts) <> 0 or sum(paper_cost) <> 0;
  with folded as (
    delete from deposit_figures where tenant_id = app.tenant_id() and id = any (array(
      select id from (select id, count(*) over (partition by contract_status, status, deposit_type) as alike
        from deposit_figures where tenant_id = app.tenant_id()) f where alike > 1)) returning *)
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select contract_status, status, deposit_type, sum(deposits), sum(amount), sum(received), sum(lost), sum(carried), sum(dated), sum(days)
  from folded group by 1, 2, 3
  having num_nonnulls(nullif(sum(deposits), 0), nullif(sum(amount), 0), nullif(sum(received), 0), nullif(sum(lost), 0),
    nullif(sum(carried), 0), nullif(sum(dated), 0), nullif(sum(days), 0)) > 0;
end $$;

create or replace function app.count_changed_contracts() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
  moved bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into contract_figures (status, was_awarded, contract_type, contracts, paper_cost)
  select status, app.was_awarded(status, awarded_date), coalesce(contract_type, ''), sum(sign),
    coalesce(sum(sign * paper_cost), 0)
  from (select 1 as sign, given.* from given union all select -1, before.* from before) changed
  where deleted_at is null group by 1, 2, 3 having sum(sign) <> 0 or coalesce(sum(sign * paper_cost), 0) <> 0;
  get diagnostics appended = row_count;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select move.contract_status, d.status, d.deposit_type, sum(move.sign * d.deposits), sum(move.sign * d.amount),
    sum(move.sign * d.received), sum(move.sign * d.lost), sum(move.sign * d.carried),
    sum(move.sign * d.dated), sum(move.sign * d.days)
  from (
    select tenant_id, id, max(status) filter (where is_now) as now, max(status) filter (where not is_now) as was
    from (select true as is_now, given.* from given union all select false, before.* from before) changed
    group by 1, 2 having max(status) filter (where is_now) <> max(status) filter (where not is_now)) c
  cross join lateral (
    select status, deposit_type, count(*) as deposits, sum(amount) as amount, sum(received_amount) as received,
      sum(lost_amount) as lost, sum(carried_amount) as carried,
      count(deposit_returned_date - deposit_submitted_date) as dated,
      coalesce(sum(deposit_returned_date - deposit_submitted_date), 0) as days
    from security_deposits d where d.tenant_id = c.tenant_id and d.contract_id = c.id and d.deleted_at is null
    group by 1, 2) d
  cross join lateral (values (c.now, 1), (c.was, -1)) as move (contract_status, sign)
  group by 1, 2, 3;
  get diagnostics moved = row_count;
  perform app.fold_figures(appended + moved);
  return null;
end $$;

create or replace function app.count_new_deposits() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select c.status, d.status, d.deposit_type, count(*), sum(d.amount), sum(d.received_amount), sum(d.lost_amount), sum(d.carried_amount),
    count(d.deposit_returned_date - d.deposit_submitted_date),
    coalesce(sum(d.deposit_returned_date - d.deposit_submitted_date), 0)
  from given d
  cross join lateral (select status from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
  where d.deleted_at is null group by 1, 2, 3;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $$;

create or replace function app.count_changed_deposits() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
declare
  appended bigint;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  -- The status of their contracts must not change until this is stored; what it is now, the next statement sees.
  perform from (select tenant_id, contract_id from given union select tenant_id, contract_id from before order by 2) d
  cross join lateral (select from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id for share) c;
  insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
  select * from (
    select c.status, d.status as of_deposit, d.deposit_type, sum(d.sign) as deposits, sum(d.sign * d.amount) as amount,
      sum(d.sign * d.received_amount) as received, sum(d.sign * d.lost_amount) as lost, sum(d.sign * d.carried_amount) as carried,
      sum(d.sign * num_nonnulls(d.deposit_returned_date - d.deposit_submitted_date)) as dated,
      coalesce(sum(d.sign * (d.deposit_returned_date - d.deposit_submitted_date)), 0) as days
    from (select 1 as sign, given.* from given union all select -1, before.* from before) d
    cross join lateral (select status from contracts c where c.tenant_id = d.tenant_id and c.id = d.contract_id offset 0) c
    where d.deleted_at is null group by 1, 2, 3) changed
  where num_nonnulls(nullif(deposits, 0), nullif(amount, 0), nullif(received, 0), nullif(lost, 0), nullif(carried, 0),
    nullif(dated, 0), nullif(days, 0)) > 0;
  get diagnostics appended = row_count;
  perform app.fold_figures(appended);
  return null;
end $$;

-- What came back or was lost before by its status has its settlement too, and the figures have its money; nobody edits anything by it.
alter table security_deposits disable trigger user;
alter table deposit_settlements disable trigger user;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into deposit_settlements (deposit_id, kind, amount, settled_on, source)
    select id, app.settlement_of(status), amount, deposit_returned_date, 'STATUS' from security_deposits
    where deleted_at is null and app.settlement_of(status) is not null;
    update security_deposits set received_amount = case when app.settlement_of(status) = 'FORFEITED' then 0 else amount end,
      lost_amount = case when app.settlement_of(status) = 'FORFEITED' then amount else 0 end
    where app.settlement_of(status) is not null;
    insert into deposit_figures (contract_status, status, deposit_type, deposits, amount, received, lost, carried, dated, days)
    select c.status, d.status, d.deposit_type, 0, 0, sum(d.received_amount), sum(d.lost_amount), 0, 0, 0
    from security_deposits d join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id
    where d.deleted_at is null and app.settlement_of(d.status) is not null group by 1, 2, 3;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table security_deposits enable trigger user;
alter table deposit_settlements enable trigger user;
