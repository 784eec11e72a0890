-- What the work of a bill by items is computed with stays, and its sheets stay while it is submitted.

-- Another tender percentage would price all work again that was passed before.
create function app.keep_billed_agreement() returns trigger language plpgsql as $$
begin
  if exists (select from bills b where b.tenant_id = new.tenant_id and b.agreement_id = new.id and b.work_source = 'ITEMS'
    and b.status in ('SUBMITTED', 'RETURNED', 'PASSED') and b.deleted_at is null)
  then
    raise check_violation using message = 'billed', constraint = format('409 %s stays: work was billed by items under this agreement',
      case when new.pricing <> old.pricing then 'pricing' else 'tenderPercentage' end);
  end if;
  return new;
end $$;
create trigger e_billed before update of pricing, tender_percentage on agreements for each row
  when (new.deleted_at is null and (new.pricing, new.tender_percentage) is distinct from (old.pricing, old.tender_percentage))
  execute function app.keep_billed_agreement();

create function app.keep_billed_item() returns trigger language plpgsql as $$
begin
  if exists (select from bill_items i join bills b on b.tenant_id = i.tenant_id and b.id = i.bill_id
    where i.tenant_id = new.tenant_id and i.item_id = new.id and b.status <> 'CANCELLED')
  then
    raise check_violation using message = 'billed', constraint = '409 percentageApplies stays: this item was billed';
  end if;
  return new;
end $$;
create trigger d_billed before update of percentage_applies on schedule_items for each row
  when (new.percentage_applies <> old.percentage_applies) execute function app.keep_billed_item();

-- Who changes the sheets of a bill holds its agreement first, as everybody does who writes bills, and waits for a bill that is being submitted.
create function app.hold_billed_agreement() returns trigger language plpgsql as $$
declare
  sheet uuid := case tg_table_name when 'measurement_sheets' then (to_jsonb(new) ->> 'id')::uuid
    else (to_jsonb(coalesce(new, old)) ->> 'sheet_id')::uuid end;
  agreement_status text;
begin
  select a.status into agreement_status from measurement_sheets s
    join agreements a on a.tenant_id = s.tenant_id and a.id = s.agreement_id
    where s.tenant_id = coalesce(new.tenant_id, old.tenant_id) and s.id = sheet for no key update of a;
  if tg_op = 'INSERT' and agreement_status = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  return coalesce(new, old);
end $$;
create trigger b_held before insert or delete on bill_sheets for each row execute function app.hold_billed_agreement();
create trigger c_held before update of status on measurement_sheets for each row
  when (new.status = 'CANCELLED' and old.status <> 'CANCELLED') execute function app.hold_billed_agreement();
