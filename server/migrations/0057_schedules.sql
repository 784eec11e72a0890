-- The schedule of quantities of an agreement: sections and items, each with its number, its rate and what of it is agreed.

-- The tree cannot hold a cycle, go too deep or leave its agreement: as with tasks, the key of what an item lies in has its level.
create table schedule_items (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  parent_id uuid,
  level smallint not null default 0,
  parent_level smallint generated always as (level - 1) stored,
  -- Orders what lies in one section; gaps are free.
  position bigint not null,
  kind text not null check (kind in ('SECTION', 'ITEM')),
  -- A title above others may have none.
  item_no text check (length(item_no) between 1 and 40),
  -- The number in the department's schedule of rates.
  sor_code text,
  description text not null check (length(description) between 1 and 8000),
  unit text,
  quantity numeric(15, 3) check (quantity >= 0),
  rate numeric(15, 4) check (rate >= 0),
  amount numeric(15, 2) generated always as (round(quantity * rate, 2)) stored,
  -- Whether the tender percentage is put on its amount.
  percentage_applies boolean not null default true,
  -- Up to so many per cent more than agreed is paid at its rate.
  limit_percent numeric(7, 4) check (limit_percent >= 0),
  primary key (tenant_id, id),
  unique (tenant_id, agreement_id, id, level),
  foreign key (tenant_id, agreement_id, parent_id, parent_level) references schedule_items (tenant_id, agreement_id, id, level),
  check ((parent_id is null) = (level = 0)),
  constraint "400 itemNo is required of an item" check (kind = 'SECTION' or item_no is not null),
  constraint "400 unit is required of an item" check (kind = 'SECTION' or unit is not null),
  constraint "400 quantity is required of an item" check (kind = 'SECTION' or quantity is not null),
  constraint "400 kind of a section has no unit, quantity or rate" check (kind = 'ITEM' or num_nonnulls(unit, quantity, rate) = 0)
);
call app.keep_stamps('schedule_items', '{level,parent_level,amount}');
alter table schedule_items add constraint "409 parentId Maximum level reached (Level 8)" check (level <= 7 or deleted_at is not null);
call app.protect('schedule_items');
call app.reference('schedule_items', 'agreement_id', 'agreements', 'schedule item');
call app.reference('schedule_items', 'parent_id', 'schedule_items', 'item');
call app.keep_audit('schedule_items', dull => '{position}');
create unique index "409 itemNo is already used in this agreement" on schedule_items (tenant_id, agreement_id, lower(item_no))
  where deleted_at is null;
create index schedule_items_below on schedule_items (tenant_id, parent_id) where deleted_at is null;

-- The schedule of what is closed stays, and only a section has something in it.
create function app.judge_schedule_item() returns trigger language plpgsql as $$
declare
  agreed text;
begin
  select a.status into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id for share;
  if agreed = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'UPDATE' and (new.agreement_id <> old.agreement_id or new.kind <> old.kind) then
    raise exception 'an item of a schedule stays what and where it is';
  end if;
  if new.deleted_at is null and new.parent_id is not null then
    perform from schedule_items p where p.tenant_id = new.tenant_id and p.id = new.parent_id and p.agreement_id = new.agreement_id
      and p.kind = 'SECTION' and p.deleted_at is null for share;
    if not found then
      raise check_violation using message = 'no section', constraint = '400 parentId must be a section of this schedule';
    end if;
  end if;
  return new;
end $$;
create trigger b_a_judged before insert or update on schedule_items for each row execute function app.judge_schedule_item();

-- What an agreement is active by has a rate for each item.
create function app.require_priced_schedule() returns trigger language plpgsql as $$
declare
  bare record;
begin
  select count(*) as items, min(i.item_no) as item into bare from schedule_items i
  where i.tenant_id = new.tenant_id and i.agreement_id = new.id and i.kind = 'ITEM' and i.rate is null and i.deleted_at is null;
  if bare.items > 0 then
    raise check_violation using message = 'no rate', constraint = '409 status needs a rate for each item: {item} has none',
      detail = jsonb_build_object('item', bare.item);
  end if;
  return new;
end $$;
create trigger d_priced before update of status on agreements for each row
  when (old.status = 'DRAFT' and new.status = 'ACTIVE' and new.pricing <> 'LUMP_SUM') execute function app.require_priced_schedule();
