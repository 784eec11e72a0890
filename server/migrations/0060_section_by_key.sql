-- The section of a schedule item is found by its key alone. With its status in the condition PostgreSQL took the index of item numbers of a
-- table that it had not analysed yet, and read the whole schedule for each row: a BOQ of 10,000 rows took twenty seconds.
create or replace function app.judge_schedule_item() returns trigger language plpgsql as $$
declare
  agreed text;
  section schedule_items;
begin
  select a.status into agreed from agreements a where a.tenant_id = new.tenant_id and a.id = new.agreement_id for share;
  if agreed = 'CLOSED' then
    raise exception 'This agreement is closed and cannot be changed any more' using errcode = 'PL409';
  end if;
  if tg_op = 'UPDATE' and (new.agreement_id <> old.agreement_id or new.kind <> old.kind) then
    raise exception 'an item of a schedule stays what and where it is';
  end if;
  if new.deleted_at is null and new.parent_id is not null then
    select * into section from schedule_items p where p.tenant_id = new.tenant_id and p.id = new.parent_id for share;
    if not found or section.agreement_id <> new.agreement_id or section.kind <> 'SECTION' or section.deleted_at is not null then
      raise check_violation using message = 'no section', constraint = '400 parentId must be a section of this schedule';
    end if;
  end if;
  return new;
end $$;
