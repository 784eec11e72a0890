-- What the tasks below a task, or in a project, come to; kept, so that no figure ever adds up a tree again. A statement
-- that changes what tasks come to adds the difference to the rows directly above them; that is a statement of its own, and
-- so the difference climbs to the project, a level a step. Whoever writes a task holds its project first, so that no two
-- climb at once.

-- Rupees with tax, to the paisa.
create function app.task_amount(quantity numeric, rate numeric, tax_percentage numeric) returns numeric
language sql immutable parallel safe
return round(quantity * rate * (100 + tax_percentage) * 0.01, 2);

-- Per cent: weighted by amounts, else by hours, else every task alike. Null where no task counts.
create function app.weighted_progress(amount_progress numeric, amount numeric, hours_progress numeric, hours numeric,
  progress numeric, counted int) returns numeric
language sql immutable parallel safe
return round(case when counted = 0 then null when amount > 0 then amount_progress / amount
  when hours > 0 then hours_progress / hours else progress / counted end, 4);

-- Gives each row of a table the sums of the live tasks directly below it, and makes the function that adds to them what
-- tasks come to that are there now, and takes away what those came to that were there before.
create procedure app.keep_sums(tbl regclass) language plpgsql as $$
begin
  execute format('alter table %s
    add column sub_tasks int not null default 0,
    add column open_sub_tasks int not null default 0,
    add column counted_sub_tasks int not null default 0,
    add column ended_sub_tasks int not null default 0,
    add column below_estimated_amount numeric not null default 0,
    add column below_actual_amount numeric not null default 0,
    add column below_estimated_hours numeric not null default 0,
    add column below_actual_hours numeric not null default 0,
    add column below_amount_progress numeric not null default 0,
    add column below_hours_progress numeric not null default 0,
    add column below_progress numeric not null default 0,
    add column below_given_start date,
    add column below_given_end date,
    add column below_actual_start date,
    add column below_actual_end date', tbl);
  -- A first or last day is looked for among all tasks below only when the one that held it has given it up. What changed
  -- is not joined: the rows are found by their keys even where nobody has counted yet how many there are.
  execute format($sql$
    create function app.pass_up_to_%1$s(now_there tasks[], there_before tasks[]) returns void language plpgsql
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
          below_hours_progress, below_progress, below_given_start, below_given_end, below_actual_start,
          below_actual_end
        ) = (select
          u.sub_tasks + c.tasks, u.open_sub_tasks + c.open, u.counted_sub_tasks + c.counted, u.ended_sub_tasks
          + c.ended, u.below_estimated_amount + c.estimated_amount, u.below_actual_amount + c.actual_amount,
          u.below_estimated_hours + c.estimated_hours, u.below_actual_hours + c.actual_hours,
          u.below_amount_progress + c.amount_progress, u.below_hours_progress + c.hours_progress,
          u.below_progress + c.progress,
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
          hours_progress, progress) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        or (given_start_now, given_end_now, actual_start_now, actual_end_now) is distinct from
          (given_start_before, given_end_before, actual_start_before, actual_end_before)));
    end $body$ $sql$, tbl);
end $$;

create or replace function app.stamp() returns trigger language plpgsql as $$
declare
  now_set jsonb;
  set_before jsonb;
begin
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    new.created_by := app.user_id();
    new.updated_at := new.created_at;
  else
    if tg_nargs > 0 then
      now_set := to_jsonb(new) - tg_argv[1]::text[];
      set_before := to_jsonb(old) - tg_argv[1]::text[];
      -- An edit that changes nothing is a save all the same, unless it is a trigger's.
      if (now_set <> set_before or pg_trigger_depth() > 1) and now_set - tg_argv[0]::text[] = set_before - tg_argv[0]::text[] then
        return new;
      end if;
    end if;
    new.created_at := old.created_at;
    new.created_by := old.created_by;
    -- Strictly later than before, so that two edits never share the moment that tells a stale one.
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  new.updated_by := app.user_id();
  new.deleted_by := case when new.deleted_at is null then null else coalesce(new.deleted_by, app.user_id()) end;
  return new;
end $$;

-- No edit of a person's: the sums, which nobody but their own triggers can set, and where a row is placed. Generated columns
-- are not there yet when a row is stamped.
create procedure app.keep_derived(tbl regclass, placed name[] default '{}') language plpgsql as $$
declare
  generated name[];
  sums name[];
  own text;
begin
  select coalesce(array_agg(attname) filter (where is_generated), '{}'), array_agg(attname) filter (where is_sum),
    string_agg(quote_ident(attname), ', ') filter (where not is_generated and not is_sum)
  into generated, sums, own
  from (select attname, attgenerated <> '' as is_generated, attname ~ '^below_|sub_tasks$' as is_sum from pg_attribute
    where attrelid = tbl and attnum > 0 and not attisdropped) a;
  execute format('drop trigger a_stamp on %s', tbl);
  execute format('create trigger a_stamp before insert or update on %s for each row execute function app.stamp(%L, %L)',
    tbl, sums || placed, generated);
  execute format('revoke insert, update on %s from plinth_app', tbl);
  execute format('grant insert (%s), update (%s) on %s to plinth_app', own, own, tbl);
end $$;

call app.keep_sums('tasks');
call app.keep_sums('projects');

alter table tasks
  -- The row that the task adds to: the task above it, or the project.
  add column above_id uuid not null generated always as (coalesce(parent_id, project_id)) stored,
  add column estimated_amount numeric
    generated always as (app.task_amount(estimated_quantity, estimated_rate, tax_percentage)) stored,
  add column actual_amount numeric
    generated always as (app.task_amount(actual_quantity, actual_rate, tax_percentage)) stored,
  -- What the task comes to with all below it. Its own figure counts where those below have none; a cancelled task counts
  -- for what was spent, and not for what was planned.
  add column rolled_estimated_amount numeric not null generated always as (case when status = 'CANCELLED' then 0 else
    coalesce(nullif(below_estimated_amount, 0), app.task_amount(estimated_quantity, estimated_rate, tax_percentage), 0)
    end) stored,
  add column rolled_actual_amount numeric not null generated always as (
    coalesce(nullif(below_actual_amount, 0), app.task_amount(actual_quantity, actual_rate, tax_percentage), 0)) stored,
  add column rolled_estimated_hours numeric not null generated always as (case when status = 'CANCELLED' then 0 else
    coalesce(nullif(below_estimated_hours, 0), estimated_effort_hours, 0) end) stored,
  add column rolled_actual_hours numeric not null generated always as (
    coalesce(nullif(below_actual_hours, 0), actual_effort_hours, 0)) stored,
  add column rolled_progress numeric not null generated always as (coalesce(app.weighted_progress(below_amount_progress,
    below_estimated_amount, below_hours_progress, below_estimated_hours, below_progress, counted_sub_tasks), progress)) stored,
  add column rolled_given_start date generated always as (
    case when status <> 'CANCELLED' then coalesce(below_given_start, given_start_date) end) stored,
  add column rolled_given_end date generated always as (
    case when status <> 'CANCELLED' then coalesce(below_given_end, given_end_date) end) stored,
  add column rolled_actual_start date generated always as (coalesce(below_actual_start, actual_start_date)) stored,
  -- Not before every task below that counts has ended.
  add column rolled_actual_end date generated always as (case when counted_sub_tasks = 0
    then coalesce(below_actual_end, actual_end_date) when ended_sub_tasks = counted_sub_tasks then below_actual_end end) stored;

-- The order below a row: what is in front of a task is counted without looking at the rest of its project.
create index tasks_in_place on tasks (tenant_id, above_id, position, id) where deleted_at is null;
create or replace function app.task_number(task uuid) returns text language sql stable
begin atomic
  with recursive upward as (
    select t.* from tasks t where t.tenant_id = app.tenant_id() and t.id = task
    union all
    select t.* from upward u join tasks t on t.tenant_id = u.tenant_id and t.id = u.parent_id
  )
  select string_agg((select count(*) from tasks s where s.tenant_id = u.tenant_id and s.above_id = u.above_id
    and s.deleted_at is null and (s.position, s.id) <= (u.position, u.id))::text, '.' order by u.level) from upward u;
end;

-- The first and the last day below a row, however many there are.
create index tasks_given_start on tasks (tenant_id, above_id, rolled_given_start) where deleted_at is null;
create index tasks_given_end on tasks (tenant_id, above_id, rolled_given_end) where deleted_at is null;
create index tasks_actual_start on tasks (tenant_id, above_id, rolled_actual_start) where deleted_at is null;
create index tasks_actual_end on tasks (tenant_id, above_id, rolled_actual_end) where deleted_at is null;

call app.keep_derived('tasks', '{level,position}');
call app.keep_derived('projects');

-- Whether the record lives is asked of the record found by its key: asked for in the condition, an index of live records
-- would do as well in the eyes of a planner that does not know yet how many there are.
create or replace function app.require_live_parent() returns trigger language plpgsql as $$
declare
  parent_id uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  found_id uuid;
begin
  if parent_id is null or new.deleted_at is not null then return new; end if;
  -- What it hung on before may be gone since (a person who left): an edit of something else goes on.
  if tg_op = 'UPDATE' and old.deleted_at is null and (to_jsonb(old) ->> tg_argv[0])::uuid = parent_id then return new; end if;
  execute format('select case when deleted_at is null then id end from %s where tenant_id = $1 and id = $2 for share', tg_argv[1])
    into found_id using new.tenant_id, parent_id;
  if found_id is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  return new;
end $$;

-- Who and when of a review follow the status; nobody can claim them.
create or replace function app.keep_review() returns trigger language plpgsql as $$
begin
  -- Tasks that were rejected without a reason before it was asked for can be edited all the same.
  if new.status = 'REJECTED' and coalesce(new.rejection_reason, '') = ''
    and (tg_op = 'INSERT' or old.status <> 'REJECTED' or old.rejection_reason <> '') then
    raise check_violation using constraint = '400 rejectionReason is required to reject a task', message = 'no reason';
  end if;
  if tg_op = 'UPDATE' and old.status = new.status then
    return new;
  end if;
  if new.status = 'APPROVED' and new.open_sub_tasks > 0 then
    raise check_violation using message = 'open sub-tasks', constraint = format(
      '409 status It cannot be approved: %s of its sub-tasks %s not approved yet', new.open_sub_tasks,
      case when new.open_sub_tasks = 1 then 'is' else 'are' end);
  end if;
  new.completed_by := case when new.status in ('COMPLETED', 'APPROVED') then coalesce(new.completed_by, app.user_id()) end;
  new.is_approved := new.status = 'APPROVED';
  new.approved_by := case when new.is_approved then app.user_id() end;
  new.approval_date := case when new.is_approved then clock_timestamp() end;
  if new.status = 'UNDER_REVIEW' then
    new.review_requested_by := app.user_id();
    new.review_requested_at := clock_timestamp();
  end if;
  new.rejected_by := case when new.status = 'REJECTED' then app.user_id() end;
  new.rejected_at := case when new.status = 'REJECTED' then clock_timestamp() end;
  return new;
end $$;
drop trigger c_review on tasks;
create trigger c_review before insert or update of status, rejection_reason on tasks
  for each row execute function app.keep_review();

-- Places lie apart, so that a task can be put between two others without moving them; and what is there already is summed
-- up, from the bottom. What was approved before its sub-tasks asks for its review again.
do $$
declare
  tenant uuid;
begin
  for tenant in select id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update tasks set position = position << 20;
    for depth in reverse 4..0 loop
      update tasks set status = 'UNDER_REVIEW' where level = depth and status = 'APPROVED' and open_sub_tasks > 0;
      if depth > 0 then
        perform app.pass_up_to_tasks(array(select t from tasks t where level = depth and deleted_at is null), '{}');
      else
        perform app.pass_up_to_projects(array(select t from tasks t where level = 0 and deleted_at is null), '{}');
      end if;
    end loop;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;

alter table tasks add constraint "409 status The task above is approved: reopen it first"
  check (status <> 'APPROVED' or open_sub_tasks = 0);

-- A statement that finds no row to change is one too: there the climb ends. Projects come first, since what climbs through
-- tasks comes to them as well: one after another, each change finds them as the one before it left them.
create function app.pass_up(now_there tasks[], there_before tasks[]) returns void language plpgsql as $$
begin
  if (select bool_or(parent_id is null) from unnest(now_there || there_before)) then
    perform app.pass_up_to_projects(array(select t from unnest(now_there) t where parent_id is null),
      array(select t from unnest(there_before) t where parent_id is null));
  end if;
  if (select bool_or(parent_id is not null) from unnest(now_there || there_before)) then
    perform app.pass_up_to_tasks(array(select t from unnest(now_there) t where parent_id is not null),
      array(select t from unnest(there_before) t where parent_id is not null));
  end if;
end $$;

create function app.pass_up_new_tasks() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.pass_up(array(select row(t.*)::tasks from given t), '{}');
  return null;
end $$;
create function app.pass_up_changed_tasks() returns trigger language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform app.pass_up(array(select row(t.*)::tasks from given t), array(select row(t.*)::tasks from before t));
  return null;
end $$;
revoke execute on function app.pass_up_to_tasks, app.pass_up_to_projects, app.pass_up from plinth_app;

create trigger sums_new after insert on tasks referencing new table as given
  for each statement execute function app.pass_up_new_tasks();
create trigger sums_changed after update on tasks referencing old table as before new table as given
  for each statement execute function app.pass_up_changed_tasks();
