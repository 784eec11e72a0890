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

-- When a task of a series is done, the next one is made, once. It is due on the next day of the series, so that a late completion skips
-- no day. The people who may still see it and the record it is about, while that is there, are taken over.
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

-- Progress of what is above: of the tasks that have an amount, weighted by it, and of those that have none, each as much as one of the
-- others on average; by hours where none has an amount; else every task alike. Null where no task counts.
create function app.weighted_progress(amount_progress numeric, amount numeric, amount_tasks int, progress_with_amount numeric,
  hours_progress numeric, hours numeric, hours_tasks int, progress_with_hours numeric, progress numeric, counted int) returns numeric
language sql immutable parallel safe
return round(case when counted = 0 then null
  when amount > 0 then (amount_progress * amount_tasks + (progress - progress_with_amount) * amount) / (amount * counted)
  when hours > 0 then (hours_progress * hours_tasks + (progress - progress_with_hours) * hours) / (hours * counted)
  else progress / counted end, 4);
grant execute on function app.weighted_progress(numeric, numeric, int, numeric, numeric, numeric, int, numeric, numeric, int) to plinth_app;

create procedure app.add_weights(tbl regclass) language plpgsql as $$
begin
  execute format('alter table %s
    add column below_amount_tasks int not null default 0,
    add column below_hours_tasks int not null default 0,
    add column below_progress_with_amount numeric not null default 0,
    add column below_progress_with_hours numeric not null default 0', tbl);
  -- As it was, with the weights.
  execute format($sql$
    create or replace function app.pass_up_to_%1$s(now_there tasks[], there_before tasks[]) returns void language plpgsql
    set enable_seqscan = off as $body$
    begin
      with changed as (
        select above_id, sum(sign) as tasks,
          coalesce(sum(sign) filter (where status not in ('APPROVED', 'CANCELLED')), 0) as open,
          coalesce(sum(sign) filter (where status <> 'CANCELLED'), 0) as counted,
          coalesce(sum(sign) filter (where status <> 'CANCELLED' and rolled_actual_end is not null), 0) as ended,
          sum(sign * rolled_estimated_amount) as estimated_amount, sum(sign * rolled_actual_amount) as actual_amount,
          sum(sign * rolled_estimated_hours) as estimated_hours, sum(sign * rolled_actual_hours) as actual_hours,
          sum(sign * rolled_estimated_amount * rolled_progress) as amount_progress,
          sum(sign * rolled_estimated_hours * rolled_progress) as hours_progress,
          coalesce(sum(sign * rolled_progress) filter (where status <> 'CANCELLED'), 0) as progress,
          coalesce(sum(sign) filter (where rolled_estimated_amount > 0), 0) as amount_tasks,
          coalesce(sum(sign) filter (where rolled_estimated_hours > 0), 0) as hours_tasks,
          coalesce(sum(sign * rolled_progress) filter (where rolled_estimated_amount > 0), 0) as progress_with_amount,
          coalesce(sum(sign * rolled_progress) filter (where rolled_estimated_hours > 0), 0) as progress_with_hours,
          min(rolled_given_start) filter (where sign = 1) as given_start_now,
          min(rolled_given_start) filter (where sign = -1) as given_start_before,
          max(rolled_given_end) filter (where sign = 1) as given_end_now,
          max(rolled_given_end) filter (where sign = -1) as given_end_before,
          min(rolled_actual_start) filter (where sign = 1) as actual_start_now,
          min(rolled_actual_start) filter (where sign = -1) as actual_start_before,
          max(rolled_actual_end) filter (where sign = 1) as actual_end_now,
          max(rolled_actual_end) filter (where sign = -1) as actual_end_before
        from (select 1 as sign, t.* from unnest(now_there) t union all select -1, t.* from unnest(there_before) t) t
        where deleted_at is null group by above_id)
      update %1$s u set (
          sub_tasks, open_sub_tasks, counted_sub_tasks, ended_sub_tasks, below_estimated_amount,
          below_actual_amount, below_estimated_hours, below_actual_hours, below_amount_progress,
          below_hours_progress, below_progress, below_amount_tasks, below_hours_tasks, below_progress_with_amount,
          below_progress_with_hours, below_given_start, below_given_end, below_actual_start, below_actual_end
        ) = (select
          u.sub_tasks + c.tasks, u.open_sub_tasks + c.open, u.counted_sub_tasks + c.counted, u.ended_sub_tasks
          + c.ended, u.below_estimated_amount + c.estimated_amount, u.below_actual_amount + c.actual_amount,
          u.below_estimated_hours + c.estimated_hours, u.below_actual_hours + c.actual_hours,
          u.below_amount_progress + c.amount_progress, u.below_hours_progress + c.hours_progress,
          u.below_progress + c.progress, u.below_amount_tasks + c.amount_tasks, u.below_hours_tasks + c.hours_tasks,
          u.below_progress_with_amount + c.progress_with_amount, u.below_progress_with_hours + c.progress_with_hours,
          case when c.given_start_before = u.below_given_start and coalesce(c.given_start_now, 'infinity') > c.given_start_before
            then (select min(rolled_given_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_given_start, c.given_start_now) end,
          case when c.given_end_before = u.below_given_end and coalesce(c.given_end_now, '-infinity') < c.given_end_before
            then (select max(rolled_given_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_given_end, c.given_end_now) end,
          case when c.actual_start_before = u.below_actual_start and coalesce(c.actual_start_now, 'infinity') > c.actual_start_before
            then (select min(rolled_actual_start) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else least(u.below_actual_start, c.actual_start_now) end,
          case when c.actual_end_before = u.below_actual_end and coalesce(c.actual_end_now, '-infinity') < c.actual_end_before
            then (select max(rolled_actual_end) from tasks t
              where t.tenant_id = app.tenant_id() and t.above_id = u.id and t.deleted_at is null)
            else greatest(u.below_actual_end, c.actual_end_now) end
        from changed c where c.above_id = u.id)
      where u.tenant_id = app.tenant_id() and u.id = any (array(select above_id from changed where
        (tasks, open, counted, ended, estimated_amount, actual_amount, estimated_hours, actual_hours, amount_progress,
          hours_progress, progress, amount_tasks, hours_tasks, progress_with_amount, progress_with_hours)
          <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        or (given_start_now, given_end_now, actual_start_now, actual_end_now) is distinct from
          (given_start_before, given_end_before, actual_start_before, actual_end_before)));
    end $body$ $sql$, tbl);
end $$;
call app.add_weights('tasks');
call app.add_weights('projects');
drop procedure app.add_weights;
call app.keep_derived('tasks', '{level,position}');
call app.keep_derived('projects');
call app.keep_audit('tasks', dull => '{level,parent_level,position}');
call app.keep_audit('projects');

alter table tasks disable trigger user;
alter table projects disable trigger user;
alter table tasks alter column rolled_progress set expression as (coalesce(app.weighted_progress(below_amount_progress, below_estimated_amount,
  below_amount_tasks, below_progress_with_amount, below_hours_progress, below_estimated_hours, below_hours_tasks, below_progress_with_hours,
  below_progress, counted_sub_tasks), progress));
drop function app.weighted_progress(numeric, numeric, numeric, numeric, numeric, int);

-- What is there already is summed up anew, from the bottom.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update tasks set sub_tasks = 0, open_sub_tasks = 0, counted_sub_tasks = 0, ended_sub_tasks = 0, below_estimated_amount = 0,
      below_actual_amount = 0, below_estimated_hours = 0, below_actual_hours = 0, below_amount_progress = 0, below_hours_progress = 0,
      below_progress = 0, below_given_start = null, below_given_end = null, below_actual_start = null, below_actual_end = null
    where sub_tasks > 0;
    update projects set sub_tasks = 0, open_sub_tasks = 0, counted_sub_tasks = 0, ended_sub_tasks = 0, below_estimated_amount = 0,
      below_actual_amount = 0, below_estimated_hours = 0, below_actual_hours = 0, below_amount_progress = 0, below_hours_progress = 0,
      below_progress = 0, below_given_start = null, below_given_end = null, below_actual_start = null, below_actual_end = null
    where sub_tasks > 0;
    for depth in reverse 4..1 loop
      perform app.pass_up_to_tasks(array(select t from tasks t where level = depth and deleted_at is null), '{}');
    end loop;
    perform app.pass_up_to_projects(array(select t from tasks t where level = 0 and deleted_at is null), '{}');
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table tasks enable trigger user;
alter table projects enable trigger user;

-- For how many stages of its rules a notification stands: those that nobody was there to tell are told by the next one.
alter table notifications add column stages int not null default 1 check (stages > 0);
