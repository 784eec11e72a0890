-- The day of its series that a repeated task stands for. It stays where the task is put off or brought forward: the next one is due on the
-- series' next day after it, so that each day of the series has one task.
alter table general_tasks
  add column series_on date,
  drop constraint "400 repeatFrom must not be after dueOn";

-- The day due before the task was first moved, as the audit trail tells it, since its repetition was last entered.
alter table general_tasks disable trigger user;
do $$
declare
  company uuid;
begin
  for company in select id from tenants loop
    perform set_config('app.tenant_id', company::text, true);
    update general_tasks t set series_on = greatest(t.repeat_from, coalesce((
      select (e.changes #>> '{due_on,0}')::date from audit_entries e
      where e.tenant_id = t.tenant_id and e.record_id = t.id and e.record_type = 'general_tasks' and e.action = 'CHANGED'
        and e.changes ? 'due_on' and not exists (select from audit_entries later
          where later.tenant_id = e.tenant_id and later.record_id = e.record_id and later.record_type = e.record_type and later.id >= e.id
            and later.changes ?| '{repeat_every,repeat_unit,repeat_from}')
      order by e.id limit 1), t.due_on))
    where t.repeat_every is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table general_tasks enable trigger user;

alter table general_tasks
  add check ((repeat_every is null) = (series_on is null)),
  add constraint "400 repeatFrom must not be after dueOn" check (repeat_from <= series_on);
call app.keep_audit('general_tasks', dull => '{done_at,done_by,series_on}');

-- A series begins on the day due when the repetition was entered or changed, unless somebody says another; a task that is moved leaves it.
create or replace function app.keep_series() returns trigger language plpgsql as $$
begin
  if new.repeat_every is null then
    new.repeat_from := null;
    new.series_on := null;
  elsif tg_op = 'INSERT' then
    new.repeat_from := coalesce(new.repeat_from, new.due_on);
    new.series_on := new.due_on;
  elsif new.repeat_from is null or (new.repeat_every, new.repeat_unit, new.repeat_from)
    is distinct from (old.repeat_every, old.repeat_unit, old.repeat_from)
  then
    if new.repeat_from is not distinct from old.repeat_from then new.repeat_from := null; end if;
    new.repeat_from := coalesce(new.repeat_from, new.due_on);
    new.series_on := new.due_on;
  else
    new.series_on := old.series_on;
  end if;
  return new;
end $$;
drop trigger b_series on general_tasks;
create trigger b_series before insert or update of due_on, repeat_every, repeat_unit, repeat_from, series_on on general_tasks
  for each row execute function app.keep_series();

-- What repeats is made anew when it is done, once: due on the next day of its series after the one that it stands for, so that none is
-- left out by whoever is late. It takes along who may still see it, and what it is about while that is there.
create or replace function app.make_next_task() returns trigger language plpgsql as $$
declare
  next_due date := app.next_due(new.repeat_from, new.repeat_every, new.repeat_unit, new.series_on);
  next_id uuid;
begin
  if next_due >= '2200-01-01' or exists (select from general_tasks t where t.tenant_id = new.tenant_id and t.follows_id = new.id) then
    return null;
  end if;
  insert into general_tasks (title, note, contract_id, deposit_id, instrument_id, project_id, task_id, assignee_id, due_on, priority,
    repeat_every, repeat_unit, repeat_from, follows_id)
  select new.title, new.note,
    (select r.id from contracts r where r.tenant_id = new.tenant_id and r.id = new.contract_id and r.deleted_at is null),
    (select r.id from security_deposits r where r.tenant_id = new.tenant_id and r.id = new.deposit_id and r.deleted_at is null),
    (select r.id from instruments r where r.tenant_id = new.tenant_id and r.id = new.instrument_id and r.deleted_at is null),
    (select r.id from projects r where r.tenant_id = new.tenant_id and r.id = new.project_id and r.deleted_at is null),
    (select r.id from tasks r where r.tenant_id = new.tenant_id and r.id = new.task_id and r.deleted_at is null),
    (select holder from app.holders('General Tasks', 'canView') holder where holder = new.assignee_id),
    next_due, new.priority, new.repeat_every, new.repeat_unit, new.repeat_from, new.id
  returning id into next_id;
  insert into general_task_lines (task_id, position, text, is_required)
  select next_id, l.position, l.text, l.is_required from general_task_lines l
  where l.tenant_id = new.tenant_id and l.task_id = new.id and l.deleted_at is null order by l.position;
  return null;
end $$;

-- Who does not work on a holiday: a company's feast closes no bank, and a bank's closing day no company.
alter table holidays add column closed text not null default 'COMPANY_AND_BANKS'
  check (closed in ('COMPANY_AND_BANKS', 'COMPANY', 'BANKS'));
call app.keep_audit('holidays');

-- Whether banks are open on a day, whatever their state's list says: not on Sundays, the second and fourth Saturdays (notification of
-- 20-8-2015) and the three national holidays.
create function app.is_bank_day(day date) returns boolean language sql immutable parallel safe
return extract(isodow from day) <> 7
  and not (extract(isodow from day) = 6 and (extract(day from day)::int + 6) / 7 in (2, 4))
  and (extract(month from day), extract(day from day)) not in ((1, 26), (8, 15), (10, 2));

-- Of each day from one to another the day by which what is due on it is to be done: itself, or the nearest one before or after it on which
-- the company works, or on which banks are open.
create function app.act_days(first date, last date)
returns table (day date, before date, after date, bank_before date, bank_after date) language sql stable
begin atomic
  with days as (
    select d.day,
      not (extract(isodow from d.day)::int = any (s.weekly_off)
        or extract(isodow from d.day) = 6 and (extract(day from d.day)::int + 6) / 7 = any (s.saturdays_off)
        or coalesce(h.closed <> 'BANKS', false)) as is_working,
      app.is_bank_day(d.day) and coalesce(h.closed = 'COMPANY', true) as is_banking
    -- Neither is closed for longer than that.
    from (select (first - 40 + n)::date as day from generate_series(0, last - first + 80) n) d
    join app.company_settings_in_force s on s.tenant_id = app.tenant_id()
    left join holidays h on h.tenant_id = s.tenant_id and h.on_day = d.day and h.deleted_at is null)
  select near.day, near.before, near.after, near.bank_before, near.bank_after from (
    select days.day,
      coalesce(max(days.day) filter (where is_working) over upward, days.day) as before,
      coalesce(min(days.day) filter (where is_working) over downward, days.day) as after,
      coalesce(max(days.day) filter (where is_banking) over upward, days.day) as bank_before,
      coalesce(min(days.day) filter (where is_banking) over downward, days.day) as bank_after
    from days window upward as (order by days.day), downward as (order by days.day desc)) near
  where near.day between first and last;
end;
create or replace function app.work_days(first date, last date) returns table (day date, before date, after date) language sql stable
begin atomic
  select d.day, d.before, d.after from app.act_days(first, last) d;
end;
grant execute on function app.is_bank_day, app.act_days to plinth_app;
