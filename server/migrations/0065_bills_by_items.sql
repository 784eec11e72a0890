-- Bills by items: a running bill takes its work from recorded sheets of the measurement book.

alter table bills
  add column work_source text not null default 'TYPED' check (work_source in ('TYPED', 'ITEMS')),
  -- By items it is what they came to when the bill was last submitted; none of a draft.
  alter column work_upto drop not null,
  add constraint "400 workUpto is required" check (work_source = 'ITEMS' or work_upto is not null);

-- Which sheets a bill takes its work from. What is taken out, and what was in a bill that was cancelled, is free again.
create table bill_sheets (
  tenant_id uuid not null default app.tenant_id() references tenants,
  sheet_id uuid not null,
  bill_id uuid not null,
  constraint "409 sheetIds a sheet is in another bill already" primary key (tenant_id, sheet_id),
  foreign key (tenant_id, sheet_id) references measurement_sheets (tenant_id, id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id)
);
call app.protect('bill_sheets', 'select, insert, delete');
create index sheets_of_bill on bill_sheets (tenant_id, bill_id);

-- The abstract of a bill, item by item: as it was claimed, and as it was passed.
create table bill_items (
  tenant_id uuid not null default app.tenant_id() references tenants,
  bill_id uuid not null,
  stage text not null check (stage in ('CLAIMED', 'PASSED')),
  item_id uuid not null,
  position int not null,
  rate numeric(15, 4) not null,
  percentage_applies boolean not null,
  quantity_upto numeric(15, 3) not null check (quantity_upto >= 0),
  quantity_previous numeric(15, 3) not null,
  quantity_since numeric(15, 3) not null check (quantity_since = quantity_upto - quantity_previous),
  amount_upto numeric(15, 2) not null check (amount_upto = round(quantity_upto * rate, 2)),
  amount_previous numeric(15, 2) not null,
  amount_since numeric(15, 2) not null check (amount_since = amount_upto - amount_previous),
  -- Why the memorandum passes less than was claimed.
  cut_reason text check (cut_reason is null or stage = 'PASSED'),
  primary key (tenant_id, bill_id, stage, item_id),
  foreign key (tenant_id, bill_id) references bills (tenant_id, id),
  foreign key (tenant_id, item_id) references schedule_items (tenant_id, id)
);
call app.protect('bill_items', 'select, insert');
create index bill_items_of_item on bill_items (tenant_id, item_id);

-- Items are kept as the lines of the memorandum are.
create trigger c_judged before insert or update or delete on bill_items for each row execute function app.judge_bill_line();

-- The server removes items by these alone: a claim that is submitted again, and a memorandum that is taken back.
create function app.drop_returned_items(bill uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as 'delete from bill_items i where i.tenant_id = app.tenant_id() and i.bill_id = $1 and i.stage = ''CLAIMED''';
revoke execute on function app.drop_returned_items from public;
grant execute on function app.drop_returned_items to plinth_app;
create function app.drop_passed_items(bill uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
as 'delete from bill_items i where i.tenant_id = app.tenant_id() and i.bill_id = $1 and i.stage = ''PASSED''';
revoke execute on function app.drop_passed_items from public;
grant execute on function app.drop_passed_items to plinth_app;

-- The bills of an agreement have one source of work: a draft begins with that of those that were submitted.
create function app.judge_work_source() returns trigger language plpgsql as $$
declare
  other text;
  sheet int;
begin
  if tg_op = 'UPDATE' then
    if new.work_source <> old.work_source then raise exception 'a bill keeps the source of its work'; end if;
    select min(s.number) into sheet from bill_sheets o
      join measurement_sheets s on s.tenant_id = o.tenant_id and s.id = o.sheet_id
      where o.tenant_id = new.tenant_id and o.bill_id = new.id and s.measured_on > new.upto_date;
    if sheet is not null then
      raise check_violation using message = 'sheet', detail = jsonb_build_object('sheet', sheet),
        constraint = '409 uptoDate is before sheet {sheet} was measured: take it out of the bill first';
    end if;
    return new;
  end if;
  if new.work_source = 'ITEMS' and not exists (select from schedule_items i where i.tenant_id = new.tenant_id
    and i.agreement_id = new.agreement_id and i.kind = 'ITEM' and i.deleted_at is null)
  then
    raise check_violation using message = 'schedule', constraint = '400 workSource needs a schedule: this agreement has no items';
  end if;
  select app.bill_name(b.title, b.number) into other from bills b
    where b.tenant_id = new.tenant_id and b.agreement_id = new.agreement_id and b.deleted_at is null
      and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.work_source <> new.work_source
    order by b.number desc limit 1;
  if other is not null then
    raise check_violation using message = 'source', detail = jsonb_build_object('bill', other),
      constraint = case new.work_source
        when 'ITEMS' then '409 workSource {bill} was billed by typed work, and so is every later one'
        else '409 workSource {bill} was billed by items, and so is every later one' end;
  end if;
  return new;
end $$;
create trigger d_work_source before insert or update of work_source, upto_date on bills for each row execute function app.judge_work_source();

create function app.free_sheets() returns trigger language plpgsql as $$
begin
  delete from bill_sheets o where o.tenant_id = new.tenant_id and o.bill_id = new.id;
  return null;
end $$;
create trigger sheets_freed after update on bills for each row
  when (new.status = 'CANCELLED' and old.status <> 'CANCELLED' or new.deleted_at is not null and old.deleted_at is null)
  execute function app.free_sheets();

create function app.judge_bill_sheet() returns trigger language plpgsql as $$
declare
  bill record;
  sheet record;
begin
  if tg_op = 'UPDATE' then raise exception 'a sheet is taken out of one bill and put into another'; end if;
  if tg_op = 'DELETE' then
    if exists (select from bills b where b.tenant_id = old.tenant_id and b.id = old.bill_id and b.status in ('SUBMITTED', 'PASSED'))
      and not exists (select from tenants t where t.id = old.tenant_id and t.is_sample)
    then
      raise exception 'a sheet stays in a bill that was submitted';
    end if;
    return old;
  end if;
  select b.agreement_id, b.status, b.upto_date, b.work_source into bill from bills b
    where b.tenant_id = new.tenant_id and b.id = new.bill_id and b.deleted_at is null for share;
  if bill.work_source is distinct from 'ITEMS' or bill.status not in ('DRAFT', 'RETURNED') then
    raise exception 'sheets are put into a bill by items before it is submitted';
  end if;
  -- Who cancels the sheet meanwhile is waited for.
  select s.agreement_id, s.number, s.status, s.measured_on into sheet from measurement_sheets s
    where s.tenant_id = new.tenant_id and s.id = new.sheet_id and s.deleted_at is null for share;
  if not found or sheet.agreement_id <> bill.agreement_id or sheet.status <> 'RECORDED' then
    raise check_violation using message = 'sheet', constraint = '400 sheetIds must be recorded sheets of this agreement';
  end if;
  if sheet.measured_on > bill.upto_date then
    raise check_violation using message = 'day', detail = jsonb_build_object('sheet', sheet.number),
      constraint = '409 sheetIds sheet {sheet} was measured after the work of this bill';
  end if;
  return new;
end $$;
create trigger c_judged before insert or update or delete on bill_sheets for each row execute function app.judge_bill_sheet();

-- A sheet that was submitted in a bill is not cancelled, by nobody; out of a draft it goes.
create function app.keep_billed_sheet() returns trigger language plpgsql as $$
declare
  bill record;
begin
  select b.id, b.status, app.bill_name(b.title, b.number) as name into bill from bill_sheets o
    join bills b on b.tenant_id = o.tenant_id and b.id = o.bill_id
    where o.tenant_id = new.tenant_id and o.sheet_id = new.id;
  if bill.status = 'DRAFT' then
    delete from bill_sheets o where o.tenant_id = new.tenant_id and o.sheet_id = new.id;
  elsif found then
    raise check_violation using message = 'billed', detail = jsonb_build_object('sheet', new.number, 'bill', bill.name),
      constraint = '409 status Sheet {sheet} is in {bill}: correct it by a further line';
  end if;
  return new;
end $$;
create trigger d_billed before update of status on measurement_sheets for each row
  when (new.status = 'CANCELLED' and old.status <> 'CANCELLED') execute function app.keep_billed_sheet();

-- Items are written in the transaction in which their bill goes on, whose work they are then checked against.
create function app.check_items_of_bill() returns trigger language plpgsql as $$
declare
  changed bill_items := coalesce(new, old);
begin
  if exists (select from bills b where b.tenant_id = changed.tenant_id and b.id = changed.bill_id
    and not (b.work_source = 'ITEMS' and (b.status = 'PASSED' or b.status = 'SUBMITTED' and (changed.stage = 'CLAIMED' or tg_op = 'DELETE'))))
  then
    raise exception 'items are written as their bill goes on';
  end if;
  return null;
end $$;
create constraint trigger goes_on after insert or delete on bill_items deferrable initially deferred
  for each row execute function app.check_items_of_bill();

-- What the items of a bill come to: the tender percentage is put once on the sum of those that it applies to.
create function app.work_of_items(bill bills, stage text) returns numeric language sql stable parallel safe
return (select coalesce(sum(i.amount_upto), 0) + coalesce(round(sum(i.amount_upto) filter (where i.percentage_applies)
    * (bill.input #>> '{terms,tenderPercentage}')::numeric / 100, 2), 0)
  from bill_items i where i.tenant_id = bill.tenant_id and i.bill_id = bill.id and i.stage = work_of_items.stage);
grant execute on function app.work_of_items to plinth_app;

-- At the end of each transaction the work of a bill by items is the sum of its items, and with the price variation the gross that its
-- heads are computed from.
create function app.check_bill_work() returns trigger language plpgsql as $$
begin
  if exists (
    select from bills b where b.tenant_id = new.tenant_id and b.id = new.id and b.work_source = 'ITEMS' and (
      b.work_upto is distinct from case when b.status <> 'DRAFT' then app.work_of_items(b, 'CLAIMED') end
      or b.work_passed is distinct from case when b.status = 'PASSED' then app.work_of_items(b, 'PASSED') end))
  then
    raise exception 'the work of a bill is not the sum of its items';
  end if;
  if exists (
    select from bills b join bill_lines l on l.tenant_id = b.tenant_id and l.bill_id = b.id and l.head = 'GROSS'
    where b.tenant_id = new.tenant_id and b.id = new.id and b.work_source = 'ITEMS' and b.status in ('SUBMITTED', 'PASSED')
      and l.upto <> b.variation_upto + case l.stage when 'CLAIMED' then b.work_upto else b.work_passed end)
  then
    raise exception 'the gross of a bill is not its work';
  end if;
  return null;
end $$;
create constraint trigger work_holds after insert or update of status, work_upto, work_passed on bills deferrable initially deferred
  for each row when (new.work_source = 'ITEMS') execute function app.check_bill_work();

-- A rate that was not known when its item was measured may still be entered: without it nothing of the item is billed.
drop trigger c_measured on schedule_items;
create trigger c_measured before update of unit, rate, item_no on schedule_items for each row
  when ((new.unit, new.rate, new.item_no) is distinct from (old.unit, coalesce(old.rate, new.rate), old.item_no))
  execute function app.keep_measured_item();
