-- The measurement book: sheets of what was measured on one day, and their lines. What was recorded is never changed: what turns out
-- to be otherwise is a further line. It is a module of its own. In companies that are there already, who may change tasks of projects may measure, and
-- who may see and export everything may read it, with the flags that they hold everywhere else.

insert into modules (key, name, description, built_in)
values ('Measurement Book', 'Measurement Book', 'What was measured on site, by sheet and line', true);
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants where kind = 'CUSTOMER' loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into role_permissions (tenant_id, role_id, module_id, can_create, can_view, can_edit, can_delete, can_report)
    select r.tenant_id, r.id, m.id, held.edits_tasks or held.reads and held.can_create, true, held.edits_tasks or held.reads and held.can_edit,
      held.reads and held.can_delete, held.reads
    from roles r cross join modules m cross join lateral (
      select bool_and(coalesce(p.can_view and p.can_report, false)) as reads,
        bool_and(coalesce(p.can_create, false)) as can_create, bool_and(coalesce(p.can_edit, false)) as can_edit,
        bool_and(coalesce(p.can_delete, false)) as can_delete,
        coalesce(bool_or(p.can_edit) filter (where known.key = 'Project Tasks'), false) as edits_tasks
      from modules known left join role_permissions p on p.tenant_id = r.tenant_id and p.role_id = r.id and p.module_id = known.id
      where known.built_in and not known.platform and known.deleted_at is null and known.key <> 'Measurement Book') held
    where m.key = 'Measurement Book' and r.deleted_at is null and (held.reads or held.edits_tasks);
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

create table measurement_sheets (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  agreement_id uuid not null,
  -- Given when it is recorded: drafts may go, and the numbers of a book have no gap.
  number int,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'RECORDED', 'CANCELLED')),
  measured_on date not null,
  location text,
  chainage_from numeric(12, 3),
  chainage_to numeric(12, 3),
  -- Who stood by, by name.
  present text[] not null default '{}' check (cardinality(present) <= 20),
  -- The department's book and its page.
  book text,
  page text,
  comment text,
  -- What the device that began it knows it by.
  device_key uuid,
  recorded_by uuid,
  recorded_at timestamptz,
  cancel_reason text,
  primary key (tenant_id, id),
  unique (tenant_id, agreement_id, number),
  constraint "409 deviceKey is already used by another sheet" unique (tenant_id, agreement_id, device_key),
  check ((number is null) = (status = 'DRAFT') and (recorded_at is null) = (status = 'DRAFT')),
  check ((coalesce(cancel_reason, '') = '') = (status <> 'CANCELLED'))
);
call app.keep_stamps('measurement_sheets');
call app.protect('measurement_sheets');
call app.reference('measurement_sheets', 'agreement_id', 'agreements', 'measurement sheet');
call app.name_reference('measurement_sheets', 'agreement_id', 'agreements', '400 agreementId must be an agreement of your company');
call app.keep_audit('measurement_sheets');
call app.keep_status_history('measurement_sheets');
create index sheets_newest on measurement_sheets (tenant_id, created_at, id) where deleted_at is null;

-- Halves away from zero, or to the even neighbour.
create function app.rounded(value numeric, decimals int, rounding text) returns numeric language sql immutable parallel safe
return case when rounding = 'HALF_EVEN' and abs(value * 10::numeric ^ decimals) % 1 = 0.5
  then round(2 * round(value * 10::numeric ^ decimals / 2) / 10::numeric ^ decimals, decimals) else round(value, decimals) end;

-- What a line comes to: number by parts by length by breadth by depth by factor. What is left blank counts one.
create function app.measured_contents(nos numeric, parts numeric, length numeric, breadth numeric, depth numeric, factor numeric,
  is_deduction boolean, decimals int, rounding text) returns numeric language sql immutable parallel safe
return (case when is_deduction then -1 else 1 end) * app.rounded(coalesce(nos, 1) * coalesce(parts, 1) * coalesce(length, 1)
  * coalesce(breadth, 1) * coalesce(depth, 1) * coalesce(factor, 1), decimals, rounding);
grant execute on function app.rounded, app.measured_contents to plinth_app;

create table measurement_lines (
  tenant_id uuid not null default app.tenant_id() references tenants,
  -- Made on the device that measured.
  id uuid not null default uuidv7(),
  sheet_id uuid not null,
  -- None of a line that was deleted; without a gap once the sheet is recorded.
  line_no int,
  item_id uuid not null,
  description text,
  nos numeric(12, 3) check (nos > 0),
  parts numeric(12, 3) check (parts > 0),
  length numeric(12, 3) check (length > 0),
  breadth numeric(12, 3) check (breadth > 0),
  depth numeric(12, 3) check (depth > 0),
  factor numeric(12, 6) check (factor > 0),
  -- What was typed as arithmetic, by its field.
  typed jsonb check (jsonb_typeof(typed) = 'object'),
  is_deduction boolean not null default false,
  corrects_line_id uuid,
  -- How the contents are rounded: by the rule of the unit on the day, and as the agreement says.
  decimals smallint not null check (decimals between 0 and 3),
  -- The rule that said so; none of a unit that has none.
  rule_id uuid,
  rounding text not null check (rounding in ('HALF_UP', 'HALF_EVEN')),
  contents numeric(15, 3) not null generated always as (app.measured_contents(nos, parts, length, breadth, depth, factor, is_deduction,
    decimals, rounding)) stored,
  primary key (tenant_id, id),
  -- Judged at the end of a statement, which may number all lines anew.
  unique (tenant_id, sheet_id, line_no) deferrable,
  foreign key (tenant_id, sheet_id) references measurement_sheets (tenant_id, id),
  foreign key (tenant_id, corrects_line_id) references measurement_lines (tenant_id, id),
  constraint "400 nos give at least one of number, length, breadth and depth" check (num_nonnulls(nos, length, breadth, depth) > 0)
);
call app.keep_stamps('measurement_lines');
alter table measurement_lines add check ((line_no is null) = (deleted_at is not null));
call app.protect('measurement_lines');
call app.keep_audit('measurement_lines', dull => '{line_no,rounding,rule_id}');
create index measured_of_item on measurement_lines (tenant_id, item_id) where deleted_at is null;
create index corrections on measurement_lines (tenant_id, corrects_line_id) where corrects_line_id is not null;

-- Of an item that is there: the trigger below sees to it. Held against edits, as references are, it would keep who records waiting for whom.
call app.reference('measurement_lines', 'item_id', 'schedule_items', 'measured line');
drop trigger b_live_item_id on measurement_lines;

-- Which states a sheet may go on to from each.
create function app.sheet_may_become(old_status text, new_status text) returns boolean language sql immutable parallel safe
return (old_status, new_status) in (('DRAFT', 'RECORDED'), ('RECORDED', 'CANCELLED'));
grant execute on function app.sheet_may_become to plinth_app;

-- What was recorded stays as it is: with its agreement held, so that the numbers of its sheets have no gap.
create function app.record_sheet(sheet measurement_sheets, rounding text) returns int language plpgsql as $$
declare
  bad record;
begin
  if not exists (select from measurement_lines l where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null) then
    raise check_violation using message = 'no lines', constraint = '409 lines There is nothing on this sheet: measure something first';
  end if;
  select l.line_no as line, i.item_no as item, i.deleted_at is not null as is_gone into bad
  from measurement_lines l
  join schedule_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
  left join measurement_lines c on c.tenant_id = l.tenant_id and c.id = l.corrects_line_id
  left join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id
  where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null
    and (i.deleted_at is not null or s.status = 'CANCELLED')
  order by l.line_no limit 1;
  if found then
    raise check_violation using message = 'line', detail = jsonb_build_object('line', bad.line, 'item', bad.item),
      constraint = case when bad.is_gone then '409 lines Line {line}: item {item} is not in the schedule any more'
        else '409 lines Line {line}: what it corrects of item {item} was cancelled' end;
  end if;
  update measurement_lines l set rounding = record_sheet.rounding
  where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null and l.rounding <> record_sheet.rounding;
  update measurement_lines l set line_no = n.nth
  from (select o.id, row_number() over (order by o.line_no) as nth from measurement_lines o
    where o.tenant_id = sheet.tenant_id and o.sheet_id = sheet.id and o.deleted_at is null) n
  where l.tenant_id = sheet.tenant_id and l.id = n.id and l.line_no <> n.nth;
  -- Corrections take back what was measured, and no more.
  select l.line_no as line, i.item_no as item into bad
  from measurement_lines l
  join measurement_lines c on c.tenant_id = l.tenant_id and c.id = l.corrects_line_id
  join schedule_items i on i.tenant_id = l.tenant_id and i.id = l.item_id
  where l.tenant_id = sheet.tenant_id and l.sheet_id = sheet.id and l.deleted_at is null
    and sign(c.contents) = -sign(c.contents + (select sum(o.contents) from measurement_lines o
      join measurement_sheets s on s.tenant_id = o.tenant_id and s.id = o.sheet_id
      where o.tenant_id = c.tenant_id and o.corrects_line_id = c.id and o.deleted_at is null
        and (s.status = 'RECORDED' or s.id = sheet.id))) and c.contents <> 0
  order by l.line_no limit 1;
  if found then
    raise check_violation using message = 'line', detail = jsonb_build_object('line', bad.line, 'item', bad.item),
      constraint = '409 lines Line {line}: more is taken back than was measured';
  end if;
  return 1 + coalesce((select max(s.number) from measurement_sheets s
    where s.tenant_id = sheet.tenant_id and s.agreement_id = sheet.agreement_id), 0);
end $$;
grant execute on function app.record_sheet to plinth_app;

create function app.judge_sheet() returns trigger language plpgsql as $$
declare
  kept text[] := '{updated_at,updated_by}';
  agreed record;
  corrector int;
begin
  -- A draft goes whatever became of its agreement.
  if tg_op = 'UPDATE' and old.status = 'DRAFT' and new.status = 'DRAFT' and new.deleted_at is not null then return new; end if;
  if tg_op = 'UPDATE' and new.status = 'RECORDED' and old.status = 'DRAFT' then
    select a.status, a.rounding into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id
      for no key update;
  else
    select a.status, a.rounding into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id;
  end if;
  if agreed.status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if agreed.status = 'DRAFT' then
    raise check_violation using message = 'draft', constraint = '409 agreementId is a draft: nothing is measured under it yet';
  end if;
  if new.measured_on > app.today() then
    raise check_violation using message = 'day', constraint = '400 measuredOn must not be after today';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'DRAFT' then raise exception 'a sheet begins as a draft'; end if;
    return new;
  end if;
  if new.status <> old.status and not app.sheet_may_become(old.status, new.status) then
    raise check_violation using message = 'status', constraint = '409 status cannot go from {from} to {to}',
      detail = jsonb_build_object('from', old.status, 'to', new.status);
  end if;
  if old.status = 'DRAFT' then
    if (new.agreement_id, new.device_key) is distinct from (old.agreement_id, old.device_key) then
      raise exception 'a sheet stays of its agreement and its device';
    end if;
    if new.status = 'RECORDED' then
      new.number := app.record_sheet(new, agreed.rounding);
      new.recorded_by := app.user_id();
      new.recorded_at := clock_timestamp();
    end if;
    return new;
  end if;
  if new.deleted_at is not null then
    raise exception 'Only a draft can be deleted: this sheet was recorded' using errcode = 'PL409';
  end if;
  if new.status <> old.status then kept := kept || '{status,cancel_reason}'; end if;
  if to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise check_violation using message = 'recorded', detail = jsonb_build_object('sheet', old.number),
      constraint = '409 status Sheet {sheet} is recorded: correct it by a further line';
  end if;
  if new.status = 'CANCELLED' and old.status <> 'CANCELLED' then
    select min(s.number) into corrector from measurement_lines l
    join measurement_lines c on c.tenant_id = l.tenant_id and c.corrects_line_id = l.id and c.deleted_at is null
    join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id and s.status = 'RECORDED'
    where l.tenant_id = new.tenant_id and l.sheet_id = new.id;
    if corrector is not null then
      raise check_violation using message = 'corrected', detail = jsonb_build_object('sheet', corrector),
        constraint = '409 status Sheet {sheet} corrects this one: cancel that one first';
    end if;
  end if;
  return new;
end $$;
create trigger c_judged before insert or update on measurement_sheets for each row execute function app.judge_sheet();

-- Lines are written on drafts alone, of items of that agreement.
create function app.judge_line() returns trigger language plpgsql as $$
declare
  sheet record;
  item record;
  corrected record;
begin
  if tg_op = 'DELETE' then
    if exists (select from tenants t where t.id = old.tenant_id and t.is_sample) then return old; end if;
    raise exception 'a line of the measurement book is never removed';
  end if;
  select s.status, s.number, s.agreement_id, a.rounding, a.status = 'CLOSED' as is_closed into sheet from measurement_sheets s
    join agreements a on a.tenant_id = s.tenant_id and a.id = s.agreement_id
    where s.tenant_id = new.tenant_id and s.id = new.sheet_id and s.deleted_at is null for share of s;
  if not found then raise exception 'Not found' using errcode = 'PL404'; end if;
  if sheet.status <> 'DRAFT' then
    raise check_violation using message = 'recorded', detail = jsonb_build_object('sheet', sheet.number),
      constraint = '409 sheetId Sheet {sheet} is recorded: correct it by a further line';
  end if;
  if tg_op = 'UPDATE' and (new.sheet_id <> old.sheet_id or old.deleted_at is not null and new.deleted_at is null) then
    raise exception 'a line stays on its sheet, and away once it was deleted';
  end if;
  if new.deleted_at is not null then
    new.line_no := null;
    return new;
  end if;
  if sheet.is_closed then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  new.rounding := sheet.rounding;
  select i.agreement_id, i.kind into item from schedule_items i
    where i.tenant_id = new.tenant_id and i.id = new.item_id and i.deleted_at is null;
  if not found or item.agreement_id <> sheet.agreement_id then
    raise check_violation using message = 'item', constraint = '400 itemId must be an item of this agreement';
  end if;
  if item.kind = 'SECTION' then
    raise check_violation using message = 'section', constraint = '400 itemId is a section: measure the items in it';
  end if;
  if new.corrects_line_id is not null then
    select l.item_id, s.agreement_id into corrected from measurement_lines l
      join measurement_sheets s on s.tenant_id = l.tenant_id and s.id = l.sheet_id
      where l.tenant_id = new.tenant_id and l.id = new.corrects_line_id and l.deleted_at is null
        and s.status = 'RECORDED';
    if not found or corrected.agreement_id <> sheet.agreement_id then
      raise check_violation using message = 'corrects', constraint = '400 correctsLineId must be a recorded line of this agreement';
    end if;
    if corrected.item_id <> new.item_id then
      raise check_violation using message = 'corrects', constraint = '400 correctsLineId must be of the same item';
    end if;
  end if;
  return new;
end $$;
create trigger c_judged before insert or update or delete on measurement_lines for each row execute function app.judge_line();

-- What was measured of an item, of all sheets that were recorded and not cancelled. Kept by triggers; nobody writes it.
create table item_totals (
  tenant_id uuid not null default app.tenant_id() references tenants,
  item_id uuid not null,
  measured_quantity numeric(15, 3) not null,
  primary key (tenant_id, item_id),
  foreign key (tenant_id, item_id) references schedule_items (tenant_id, id)
);
call app.protect('item_totals', 'select');

-- What measurements were made by stays what it was.
create function app.keep_measured_item() returns trigger language plpgsql as $$
declare
  field text := case when new.unit is distinct from old.unit then 'unit' when new.item_no is distinct from old.item_no then 'itemNo'
    else 'rate' end;
begin
  if exists (select from item_totals t where t.tenant_id = new.tenant_id and t.item_id = new.id) then
    raise check_violation using message = 'measured', constraint = format('409 %s stays: this item was measured', field);
  end if;
  return new;
end $$;
create trigger c_measured before update of unit, rate, item_no on schedule_items for each row
  when ((new.unit, new.rate, new.item_no) is distinct from (old.unit, old.rate, old.item_no)) execute function app.keep_measured_item();

create function app.keep_measured_agreement() returns trigger language plpgsql as $$
begin
  if (new.value, new.rounding) is distinct from (old.value, old.rounding) and exists (select from measurement_sheets s
    where s.tenant_id = new.tenant_id and s.agreement_id = new.id and s.number is not null)
  then
    raise check_violation using message = 'measured', constraint = format('409 %s stays: work was measured under this agreement',
      case when new.rounding <> old.rounding then 'rounding' else 'value' end);
  end if;
  return new;
end $$;
create trigger d_measured before update of value, rounding on agreements for each row
  when (new.deleted_at is null and (new.value, new.rounding) is distinct from (old.value, old.rounding))
  execute function app.keep_measured_agreement();

-- A sheet that is recorded adds its lines, and takes them away again when it is cancelled.
create function app.add_up_sheets() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  below record;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if not exists (select from given n join before o on o.tenant_id = n.tenant_id and o.id = n.id
    where n.status <> o.status and (n.status in ('RECORDED', 'CANCELLED')))
  then
    return null;
  end if;
  insert into item_totals (item_id, measured_quantity)
  select distinct l.item_id, 0 from given n join measurement_lines l on l.tenant_id = n.tenant_id and l.sheet_id = n.id
  where l.deleted_at is null order by l.item_id
  on conflict (tenant_id, item_id) do nothing;
  with added as (
    select l.item_id, sum(c.sign * l.contents) as quantity
    from (select n.id, case n.status when 'RECORDED' then 1 else -1 end as sign from given n
      join before o on o.tenant_id = n.tenant_id and o.id = n.id where n.status <> o.status and n.status in ('RECORDED', 'CANCELLED')) c
    join measurement_lines l on l.tenant_id = app.tenant_id() and l.sheet_id = c.id and l.deleted_at is null
    group by l.item_id)
  update item_totals t set measured_quantity = t.measured_quantity + a.quantity
  from added a where t.tenant_id = app.tenant_id() and t.item_id = a.item_id;
  select i.item_no, t.measured_quantity into below from given n
  join measurement_lines l on l.tenant_id = n.tenant_id and l.sheet_id = n.id
  join item_totals t on t.tenant_id = l.tenant_id and t.item_id = l.item_id and t.measured_quantity < 0
  join schedule_items i on i.tenant_id = t.tenant_id and i.id = t.item_id
  order by l.line_no limit 1;
  if found then
    raise check_violation using message = 'negative',
      detail = jsonb_build_object('item', below.item_no, 'quantity', trim_scale(below.measured_quantity)),
      constraint = '409 quantity upto date must not be negative: item {item} would come to {quantity}';
  end if;
  return null;
end $$;
create trigger sums_changed after update on measurement_sheets referencing old table as before new table as given
  for each statement execute function app.add_up_sheets();
