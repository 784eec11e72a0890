-- A submitted bill shows the schedule and the sheets that it was submitted with, and its trail says which sheets came in and went out.

-- What the schedule said of an item when it was claimed. Its passed row has none of it.
alter table bill_items
  add column item_no text,
  add column description text,
  add column unit text,
  add column agreed_quantity numeric(15, 3),
  add column limit_percent numeric(7, 4);

create function app.keep_schedule_of_item() returns trigger language plpgsql as $$
begin
  select i.item_no, i.description, i.unit, i.quantity, i.limit_percent
    into new.item_no, new.description, new.unit, new.agreed_quantity, new.limit_percent
  from schedule_items i where i.tenant_id = new.tenant_id and i.id = new.item_id;
  return new;
end $$;
create trigger d_described before insert on bill_items for each row when (new.stage = 'CLAIMED')
  execute function app.keep_schedule_of_item();

-- A bill that is cancelled shows the sheets that it was submitted with, though they are free.
create or replace function app.bill_entry(bill bills) returns jsonb language sql stable parallel safe
return jsonb_build_object('title', bill.title, 'kind', bill.kind, 'bill_date', bill.bill_date, 'upto_date', bill.upto_date,
  'work_upto', bill.work_upto, 'variation_upto', bill.variation_upto, 'typed', bill.typed,
  'sheets', (select coalesce(jsonb_agg(o.sheet_id), '[]') from bill_sheets o where o.tenant_id = bill.tenant_id and o.bill_id = bill.id));

-- Of a bill that was submitted before this, the schedule as it is now, and the sheets that are in it; what was cancelled has none any more.
alter table bills disable trigger user;
alter table bill_items disable trigger user;
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update bill_items b set item_no = i.item_no, description = i.description, unit = i.unit, agreed_quantity = i.quantity,
      limit_percent = i.limit_percent
    from schedule_items i where i.tenant_id = b.tenant_id and i.id = b.item_id and b.stage = 'CLAIMED';
    update bills b set claim_entry = b.claim_entry || jsonb_build_object('sheets', app.bill_entry(b) -> 'sheets')
    where b.work_source = 'ITEMS' and b.status not in ('DRAFT', 'CANCELLED');
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table bill_items enable trigger user;
alter table bills enable trigger user;
alter table bill_items add check (num_nonnulls(item_no, description, unit, agreed_quantity) = case stage when 'CLAIMED' then 4 else 0 end);

-- An entry in the trail of a bill for the sheets that came in or went out at once. An edit of a bill that was begun before is stale.
create function app.note_sheets() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moved record;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if not app.is_audited() then return null; end if;
  for moved in select c.bill_id, jsonb_agg(s.number order by s.number) as numbers from changed c
    join measurement_sheets s on s.tenant_id = c.tenant_id and s.id = c.sheet_id group by c.bill_id
  loop
    perform app.note('CHANGED', 'bills', moved.bill_id, case tg_op
      when 'INSERT' then jsonb_build_object('sheets_in', jsonb_build_array(null, moved.numbers))
      else jsonb_build_object('sheets_out', jsonb_build_array(moved.numbers, null)) end);
    update bills b set updated_at = b.updated_at
    where b.id = moved.bill_id and b.status in ('DRAFT', 'RETURNED') and b.deleted_at is null;
  end loop;
  return null;
end $$;
create trigger sheets_noted_in after insert on bill_sheets referencing new table as changed for each statement execute function app.note_sheets();
create trigger sheets_noted_out after delete on bill_sheets referencing old table as changed for each statement execute function app.note_sheets();

-- A rate is no measurement: until a bill uses it, it may be put right.
create or replace function app.keep_measured_item() returns trigger language plpgsql as $$
begin
  if exists (select from item_totals t where t.tenant_id = new.tenant_id and t.item_id = new.id) then
    raise check_violation using message = 'measured', constraint = format('409 %s stays: this item was measured',
      case when new.unit is distinct from old.unit then 'unit' else 'itemNo' end);
  end if;
  return new;
end $$;
drop trigger c_measured on schedule_items;
create trigger c_measured before update of unit, item_no on schedule_items for each row
  when ((new.unit, new.item_no) is distinct from (old.unit, old.item_no)) execute function app.keep_measured_item();

-- A bill that came back is computed again by the rates of then.
create or replace function app.keep_billed_item() returns trigger language plpgsql as $$
begin
  if exists (select from bill_items i join bills b on b.tenant_id = i.tenant_id and b.id = i.bill_id
    where i.tenant_id = new.tenant_id and i.item_id = new.id and b.status in ('SUBMITTED', 'PASSED'))
  then
    raise check_violation using message = 'billed', constraint = format('409 %s stays: this item was billed',
      case when new.rate is distinct from old.rate then 'rate' else 'percentageApplies' end);
  end if;
  return new;
end $$;
drop trigger d_billed on schedule_items;
create trigger d_billed before update of rate, percentage_applies on schedule_items for each row
  when ((new.rate, new.percentage_applies) is distinct from (old.rate, old.percentage_applies)) execute function app.keep_billed_item();

-- The server removes lines and items of a stage by this alone: of a claim that is submitted again, and of a memorandum that is taken back.
drop function app.drop_returned_claim, app.drop_returned_items, app.drop_passed_lines, app.drop_passed_items;
create function app.drop_stage(bill uuid, stage text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from bill_items i where i.tenant_id = app.tenant_id() and i.bill_id = $1 and i.stage = $2;
  delete from bill_lines l where l.tenant_id = app.tenant_id() and l.bill_id = $1 and l.stage = $2;
end;
revoke execute on function app.drop_stage from public;
grant execute on function app.drop_stage to plinth_app;

-- By json_object_agg: jsonb_object_agg takes seconds for a value of 5,000 fields, as a memorandum with that many cuts has.
create or replace function app.audit_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := to_jsonb(new);
  changes jsonb;
begin
  if tg_table_schema <> 'public' then raise insufficient_privilege using message = 'only for tables of the product'; end if;
  if not app.is_audited() then return null; end if;
  select coalesce(json_object_agg(said.key, case when said.key <> all (tg_argv[2]::text[])
    then json_build_array(before -> said.key, said.value) end)::jsonb, '{}') into changes
  from jsonb_each(after - tg_argv[1]::text[]) said
  where said.value <> before -> said.key or said.key = any (tg_argv[3]::text[]);
  perform app.note(case when tg_table_name = 'sessions' then 'SESSION_ENDED'
      when before -> 'deleted_at' = 'null' and after -> 'deleted_at' <> 'null' then 'DELETED'
      when before -> 'deleted_at' <> 'null' and after -> 'deleted_at' = 'null' then 'RESTORED' else 'CHANGED' end,
    tg_table_name, (after ->> tg_argv[0])::uuid, changes);
  return null;
end $$;
