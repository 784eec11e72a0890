-- Carried money lies in one deposit: the target has room for it, and both deposits stay until the carrying is taken back.

alter table security_deposits
  -- Kept by the triggers below: the part of the amount that was carried here from other deposits, which was paid in with those.
  add column carried_in_amount numeric(15, 2) not null default 0 check (carried_in_amount >= 0);
call app.keep_audit('security_deposits', 'id', '{received_amount,lost_amount,carried_amount,is_return_settled,carried_in_amount}');
create index settlements_into on deposit_settlements (tenant_id, into_deposit_id)
  where into_deposit_id is not null and cancelled_at is null;

-- What tells the number of a receipt or an instrument from others, however it is spaced and written: UTR No. MAHB-4711 is mahb4711.
create function app.reference_key(reference text) returns text language sql immutable parallel safe
  return regexp_replace(lower(reference),
    '^[^[:alnum:]]*((utr|ref|reference|no|number)(?![[:alnum:]])[^[:alnum:]]*)+|[^[:alnum:]]+', '', 'g');
grant execute on function app.reference_key to plinth_app;
-- A column of its own, since under row security an index of the expression is not used: its function is not leakproof.
alter table deposit_settlements add column reference_key text generated always as (app.reference_key(reference)) stored;
call app.keep_audit('deposit_settlements');
create index settlements_by_reference on deposit_settlements (tenant_id, reference_key)
  where kind = 'RECEIVED' and reference is not null and cancelled_at is null;

-- Whether a deposit in this status was paid, whatever became of it since.
create function app.is_paid(status text) returns boolean language sql immutable parallel safe
  return status not in ('DRAFT', 'REJECTED', 'CANCELLED');

create function app.carried_into(company uuid, deposit uuid) returns numeric language sql stable as $$
  select coalesce(sum(s.amount), 0) from deposit_settlements s
  where s.tenant_id = company and s.into_deposit_id = deposit and s.cancelled_at is null
$$;

-- Whether money of the one deposit was carried into the other, directly or through deposits between them.
create function app.is_carried_on(company uuid, from_deposit uuid, into_deposit uuid) returns boolean language sql stable as $$
  with recursive reached as (
    select from_deposit as id
    union select s.into_deposit_id from reached r join deposit_settlements s on s.tenant_id = company and s.deposit_id = r.id
      and s.into_deposit_id is not null and s.cancelled_at is null)
  select exists (select from reached where id = into_deposit)
$$;

-- Carryings within a contract go one after another, and each locks its two deposits in one order: two at once neither overfill
-- a deposit nor close a circle, and do not deadlock.
create function app.lock_carrying(source uuid, target uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('carrying ' || d.contract_id, 0))
  from security_deposits d where d.tenant_id = app.tenant_id() and d.id = source;
  perform from security_deposits d where d.tenant_id = app.tenant_id() and d.id in (source, target) order by d.id for no key update;
end $$;

-- How much can be carried into a deposit: what is open of it and was not carried there already; null for one that holds nothing.
create function app.room_of(deposit security_deposits) returns numeric language sql immutable parallel safe as $$
  select case when deposit.deleted_at is null and app.is_paid(deposit.status)
    then least(deposit.open_amount, deposit.amount - deposit.carried_in_amount) end
$$;
grant execute on function app.is_paid, app.is_carried_on, app.lock_carrying, app.room_of to plinth_app;

create function app.require_room() returns trigger language plpgsql as $$
declare
  source record;
  target security_deposits;
begin
  perform app.lock_carrying(new.deposit_id, new.into_deposit_id);
  select d.contract_id into source from security_deposits d
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id and d.deleted_at is null;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  select * into target from security_deposits d where d.tenant_id = new.tenant_id and d.id = new.into_deposit_id
    and d.contract_id = source.contract_id and d.id <> new.deposit_id and d.deleted_at is null;
  if not found then
    raise check_violation using message = 'into', constraint = '400 intoDepositId must be another deposit of this contract';
  end if;
  if app.room_of(target) is null then
    raise check_violation using message = 'into',
      constraint = '409 intoDepositId That deposit was not paid: change its status first, or choose another one';
  end if;
  if app.is_carried_on(new.tenant_id, new.into_deposit_id, new.deposit_id) then
    raise check_violation using message = 'into',
      constraint = '409 intoDepositId Money of that deposit was carried into this one: take that back first';
  end if;
  if new.amount > app.room_of(target) then
    raise check_violation using message = 'into', constraint = '409 amount is more than what fits into that deposit';
  end if;
  return new;
end $$;
create trigger b_a_carried before insert on deposit_settlements for each row when (new.into_deposit_id is not null)
  execute function app.require_room();

create function app.lock_uncarried() returns trigger language plpgsql as $$
begin
  perform app.lock_carrying(new.deposit_id, new.into_deposit_id);
  return new;
end $$;
create trigger a_a_carried before update of cancelled_at on deposit_settlements for each row when (new.into_deposit_id is not null)
  execute function app.lock_uncarried();

create function app.book_carried() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  update security_deposits d set carried_in_amount = app.carried_into(new.tenant_id, new.into_deposit_id)
  where d.tenant_id = new.tenant_id and d.id = new.into_deposit_id;
  return null;
end $$;
create trigger carried_in after insert or update of cancelled_at on deposit_settlements for each row
  when (new.into_deposit_id is not null) execute function app.book_carried();

-- Also refuses any status that says a deposit was never paid, as long as parts of it are settled, and an amount that leaves
-- nothing open under a status that does not close the deposit. Keeps what was carried in.
create or replace function app.settle_by_status() returns trigger language plpgsql as $$
declare
  kind text := app.settlement_of(new.status);
  entered record;
  settled numeric;
  rest numeric;
begin
  if tg_op = 'INSERT' then
    new.received_amount := case when kind in ('RECEIVED', 'RELEASED') then new.amount else 0 end;
    new.lost_amount := case when kind = 'FORFEITED' then new.amount else 0 end;
    new.carried_amount := 0;
    new.carried_in_amount := 0;
    new.is_return_settled := false;
    return new;
  end if;
  -- An entry of its own is being booked or cancelled: that has summed up already.
  if pg_trigger_depth() > 1 then return new; end if;
  new.received_amount := old.received_amount;
  new.lost_amount := old.lost_amount;
  new.carried_amount := old.carried_amount;
  new.carried_in_amount := old.carried_in_amount;
  new.is_return_settled := old.is_return_settled and new.deposit_returned_date is not distinct from old.deposit_returned_date;
  if new.status = old.status and new.amount = old.amount then return new; end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.id);
  settled := entered.received + entered.lost + entered.carried;
  rest := new.amount - settled;
  if rest < 0 then
    raise check_violation using message = 'settled', constraint = '409 amount is less than what was settled of this deposit';
  end if;
  if rest = 0 and settled > 0 and new.amount <> old.amount and kind is null and app.is_paid(new.status) then
    raise check_violation using message = 'settled', constraint = '409 amount Cancel the receipts of this deposit first';
  end if;
  if new.status <> old.status and settled > 0 and (not app.is_paid(new.status)
    or rest = 0 and kind is distinct from app.settlement_of(old.status))
  then
    raise check_violation using message = 'settled', constraint = '409 status Cancel the receipts of this deposit first';
  end if;
  new.received_amount := entered.received + case when kind in ('RECEIVED', 'RELEASED') then rest else 0 end;
  new.lost_amount := entered.lost + case when kind = 'FORFEITED' then rest else 0 end;
  new.carried_amount := entered.carried;
  return new;
end $$;

-- Also lets a settlement by status become an entry, when the deposit is opened again by another one.
create or replace function app.require_only_cancelled() returns trigger language plpgsql as $$
declare
  -- A generated column is filled after this trigger, so that it differs here.
  changing text[] := '{cancelled_at,cancelled_by,cancelled_why,updated_at,updated_by,reference_key}';
begin
  if old.cancelled_at is not null then
    raise exception 'This was cancelled already.' using errcode = 'PL409';
  end if;
  if old.source = 'STATUS' and pg_trigger_depth() = 1 then
    raise exception 'This follows from the status of the deposit: change that instead.' using errcode = 'PL409';
  end if;
  if old.source = 'STATUS' and new.source = 'ENTERED' then
    changing := changing || '{source,settled_on,reason}'::text[];
  end if;
  if to_jsonb(new) - changing <> to_jsonb(old) - changing then
    raise exception 'a settlement is never changed';
  end if;
  if new.source = old.source then
    new.cancelled_at := clock_timestamp();
    new.cancelled_by := app.user_id();
  end if;
  return new;
end $$;

-- Also never opens a deposit in a status that says it was not paid, and keeps what came back or was lost of the rest by the status
-- when a carrying is taken back: that much stays settled.
create or replace function app.book_settlement() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deposit security_deposits;
  entered record;
  closed record;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  select * into deposit from security_deposits d where d.tenant_id = new.tenant_id and d.id = new.deposit_id for no key update;
  if tg_op = 'UPDATE' and app.settlement_of(deposit.status) is not null then
    select h.from_status, h.changed_at into closed from status_changes h
    where h.tenant_id = new.tenant_id and h.record_type = 'security_deposits' and h.record_id = new.deposit_id
      and app.settlement_of(h.to_status) is not null and app.settlement_of(h.from_status) is null and h.from_status is not null
    order by h.changed_at desc, h.id desc limit 1;
    if new.kind = 'CARRIED' then
      update deposit_settlements s set source = 'ENTERED', reason = coalesce(s.reason, 'By the status of the deposit'),
        settled_on = coalesce(s.settled_on, (coalesce(closed.changed_at, s.created_at) at time zone app.time_zone())::date)
      where s.tenant_id = new.tenant_id and s.deposit_id = new.deposit_id and s.source = 'STATUS' and s.cancelled_at is null;
    else
      update deposit_settlements s set cancelled_at = clock_timestamp()
      where s.tenant_id = new.tenant_id and s.deposit_id = new.deposit_id and s.source = 'STATUS' and s.cancelled_at is null;
    end if;
    deposit.status := case when app.is_paid(closed.from_status) then closed.from_status else 'SUBMITTED' end;
    if deposit.is_return_settled then
      deposit.deposit_returned_date := null;
      deposit.is_return_settled := false;
    end if;
  end if;
  select * into entered from app.entered_settlements(new.tenant_id, new.deposit_id);
  if tg_op = 'INSERT' then
    deposit.status := case
      when deposit.amount > entered.received + entered.lost + entered.carried then deposit.status
      when entered.money_came then 'REFUNDED' when entered.paper_came then 'RELEASED' else 'FORFEITED' end;
    if app.settlement_of(deposit.status) is not null and deposit.deposit_returned_date is null and entered.back_on is not null then
      deposit.deposit_returned_date := entered.back_on;
      deposit.is_return_settled := true;
    end if;
  end if;
  update security_deposits d set status = deposit.status, deposit_returned_date = deposit.deposit_returned_date,
    is_return_settled = deposit.is_return_settled, received_amount = entered.received, lost_amount = entered.lost,
    carried_amount = entered.carried
  where d.tenant_id = new.tenant_id and d.id = new.deposit_id;
  return null;
end $$;

-- The money of a carrying was paid in with its source and lies in its target: neither goes while it stands.
create function app.refuse_delete_of_carried() returns trigger language plpgsql as $$
begin
  raise exception 'It cannot be deleted: take back first what was carried into or out of this deposit' using errcode = 'PL409';
end $$;
create trigger b_carried before update of deleted_at on security_deposits for each row
  when (old.deleted_at is null and new.deleted_at is not null and old.carried_amount + old.carried_in_amount > 0)
  execute function app.refuse_delete_of_carried();

-- A carrying of before that no deposit holds is opened again: its target or its source is gone or was never paid, it closes a
-- circle, or the target is full. Of one that fits in part, that part is carried anew.
-- A day that was corrected since, and a guarantee for less, are not in the way.
alter table deposit_settlements disable trigger b_a_open;
alter table deposit_settlements disable trigger b_a_carried;
alter table security_deposits disable trigger covered_changed;
do $$
declare
  tenant uuid;
  carrying record;
begin
  for tenant in select id from tenants order by id loop
    perform set_config('app.tenant_id', tenant::text, true);
    for carrying in select s.id, s.deposit_id, s.into_deposit_id,
        app.room_of(giver) is not null and app.room_of(holder) is not null as is_live
      from deposit_settlements s
      join security_deposits giver on giver.tenant_id = s.tenant_id and giver.id = s.deposit_id
      join security_deposits holder on holder.tenant_id = s.tenant_id and holder.id = s.into_deposit_id
      where s.tenant_id = tenant and s.cancelled_at is null order by s.created_at desc, s.id desc
    loop
      if not carrying.is_live or app.is_carried_on(tenant, carrying.into_deposit_id, carrying.deposit_id) then
        update deposit_settlements s set cancelled_at = now(), cancelled_why = 'No deposit held what was carried'
        where s.tenant_id = tenant and s.id = carrying.id;
      end if;
    end loop;
    for carrying in select s.*, least(s.amount, greatest(0, holder.amount - (sum(s.amount) over before - s.amount))) as held
      from deposit_settlements s
      join security_deposits holder on holder.tenant_id = s.tenant_id and holder.id = s.into_deposit_id
      where s.tenant_id = tenant and s.cancelled_at is null
      window before as (partition by s.into_deposit_id order by s.created_at, s.id)
    loop
      continue when carrying.held = carrying.amount;
      update deposit_settlements s set cancelled_at = now(),
        cancelled_why = 'More was carried than the other deposit comes to'
      where s.tenant_id = tenant and s.id = carrying.id;
      if carrying.held > 0 then
        insert into deposit_settlements (deposit_id, kind, amount, settled_on, reference, reason, into_deposit_id)
        values (carrying.deposit_id, 'CARRIED', carrying.held, carrying.settled_on, carrying.reference, carrying.reason, carrying.into_deposit_id);
      end if;
    end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table deposit_settlements enable trigger b_a_open;
alter table deposit_settlements enable trigger b_a_carried;
alter table security_deposits disable trigger user;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update security_deposits d set carried_in_amount = app.carried_into(tenant, d.id)
    where d.tenant_id = tenant and d.carried_in_amount <> app.carried_into(tenant, d.id);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table security_deposits enable trigger user;

alter table security_deposits
  add constraint "409 amount is less than what was carried into this deposit" check (carried_in_amount <= amount),
  add constraint "409 status Take back first what was carried into this deposit"
    check (carried_in_amount = 0 or app.is_paid(status)),
  add check (carried_amount = 0 or app.is_paid(status)),
  add check (deleted_at is null or carried_amount + carried_in_amount = 0);
