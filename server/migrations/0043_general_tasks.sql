-- What is to be done that is no work of a project: by whom and until when, again and again, and in which steps.

-- The first day of a series after another day. A series begins with `first`; where a month is too short, it takes the month's last day,
-- and the next month has the day of `first` again.
create function app.next_due(first date, every int, unit text, after date) returns date language sql immutable parallel safe
  return case when unit in ('DAYS', 'WEEKS')
    then first + every * case unit when 'WEEKS' then 7 else 1 end
      * ((after - first) / (every * case unit when 'WEEKS' then 7 else 1 end) + 1)
    else (select min(due) from (select every * case unit when 'YEARS' then 12 else 1 end as months,
          (extract(year from after) * 12 + extract(month from after) - extract(year from first) * 12 - extract(month from first))::int as passed) step
        cross join generate_series(step.passed / step.months, step.passed / step.months + 1) nth
        cross join lateral (select (first + make_interval(months => nth * step.months))::date as due) one
        where due > after) end;
grant execute on function app.next_due to plinth_app;

create table general_tasks (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  title text not null check (length(title) between 1 and 300),
  note text check (length(note) <= 4000),
  contract_id uuid,
  deposit_id uuid,
  instrument_id uuid,
  project_id uuid,
  task_id uuid,
  -- The record that it is about, if any: the one of the above.
  record_id uuid generated always as (coalesce(contract_id, deposit_id, instrument_id, project_id, task_id)) stored,
  assignee_id uuid,
  due_on date,
  priority text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
  state text not null default 'OPEN' check (state in ('OPEN', 'DOING', 'DONE', 'CANCELLED')),
  done_at timestamptz,
  done_by uuid,
  repeat_every int check (repeat_every between 1 and 365),
  repeat_unit text check (repeat_unit in ('DAYS', 'WEEKS', 'MONTHS', 'YEARS')),
  -- The first day of the series, which its other days are counted from.
  repeat_from date,
  -- The task of the series that was done before this one.
  follows_id uuid,
  primary key (tenant_id, id),
  check (num_nonnulls(contract_id, deposit_id, instrument_id, project_id, task_id) <= 1),
  check (repeat_every is null or repeat_from is not null),
  constraint "400 repeatUnit is required with repeatEvery" check (repeat_every is null or repeat_unit is not null),
  constraint "400 repeatEvery is required with repeatUnit" check (repeat_unit is null or repeat_every is not null),
  constraint "400 dueOn is required of a task that repeats" check (repeat_every is null or due_on is not null),
  constraint "400 repeatFrom must not be after dueOn" check (repeat_from <= due_on)
);
call app.keep_stamps('general_tasks');
call app.protect('general_tasks');
-- What a task is about can be deleted, and so can the one that it follows.
call app.reference('general_tasks', 'contract_id', 'contracts');
call app.reference('general_tasks', 'deposit_id', 'security_deposits');
call app.reference('general_tasks', 'instrument_id', 'instruments');
call app.reference('general_tasks', 'project_id', 'projects');
call app.reference('general_tasks', 'task_id', 'tasks');
call app.reference('general_tasks', 'assignee_id', 'users');
call app.reference('general_tasks', 'follows_id', 'general_tasks');
call app.keep_audit('general_tasks', dull => '{done_at,done_by}');
-- Those that are open are few, whosever they are.
create index general_tasks_open on general_tasks (tenant_id, due_on) where deleted_at is null and state in ('OPEN', 'DOING');
create index general_tasks_of_record on general_tasks (tenant_id, record_id) where deleted_at is null and record_id is not null;
-- A task of a series is followed once, whatever becomes of either.
create unique index general_task_is_followed_once on general_tasks (tenant_id, follows_id);

-- Whoever has something to do can see what. Who left, or may see it no more, stays where they were named.
create function app.require_assignee() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.deleted_at is null and old.assignee_id = new.assignee_id then return new; end if;
  perform from users where tenant_id = new.tenant_id and id = new.assignee_id and deleted_at is null for share;
  if not found then
    raise check_violation using message = 'no assignee', constraint = '400 assigneeId must be a person of your company';
  end if;
  if not exists (select from app.holders('General Tasks', 'canView') holder where holder = new.assignee_id) then
    raise check_violation using message = 'assignee', constraint = '400 assigneeId must be somebody who may view general tasks';
  end if;
  return new;
end $$;
drop trigger b_live_assignee_id on general_tasks;
create trigger b_live_assignee_id before insert or update of assignee_id, deleted_at on general_tasks for each row
  when (new.assignee_id is not null and new.deleted_at is null) execute function app.require_assignee();

-- A series begins on the day due when the repetition was entered, unless somebody says another. A task that is put off
-- leaves it as it is: the next one is due when it would have been.
create function app.keep_series() returns trigger language plpgsql as $$
begin
  if new.repeat_every is null then
    new.repeat_from := null;
  elsif tg_op = 'INSERT' or new.repeat_from is null then
    new.repeat_from := coalesce(new.repeat_from, new.due_on);
  elsif new.repeat_from is not distinct from old.repeat_from then
    new.repeat_from := case when (new.repeat_every, new.repeat_unit) is distinct from (old.repeat_every, old.repeat_unit) then new.due_on
      else least(new.repeat_from, new.due_on) end;
  end if;
  return new;
end $$;
create trigger b_series before insert or update of due_on, repeat_every, repeat_unit, repeat_from on general_tasks
  for each row execute function app.keep_series();

create table general_task_lines (
  tenant_id uuid not null default app.tenant_id() references tenants,
  id uuid not null default uuidv7(),
  task_id uuid not null,
  position int not null check (position between 1 and 20),
  text text not null check (length(text) between 1 and 300),
  is_required boolean not null default false,
  is_done boolean not null default false,
  primary key (tenant_id, id)
);
call app.keep_stamps('general_task_lines');
call app.protect('general_task_lines', 'select, insert, update (position, text, is_required, is_done, deleted_at)');
call app.reference('general_task_lines', 'task_id', 'general_tasks');
call app.keep_audit('general_task_lines', dull => '{position}');
create index lines_of_general_task on general_task_lines (tenant_id, task_id) where deleted_at is null;

-- Whoever changes the checklist of a task holds the task: so it is not done at the same moment, and has no more lines than it may.
create function app.require_open_task() returns trigger language plpgsql as $$
declare
  task_state text := (select t.state from general_tasks t
    where t.tenant_id = new.tenant_id and t.id = new.task_id and t.deleted_at is null for no key update);
begin
  if task_state is null then raise exception 'Not found' using errcode = 'PL404'; end if;
  if task_state in ('DONE', 'CANCELLED') then
    raise exception 'The task is done or cancelled: reopen it to change its checklist.' using errcode = 'PL409';
  end if;
  if tg_op = 'INSERT' and (select count(*) from general_task_lines l
    where l.tenant_id = new.tenant_id and l.task_id = new.task_id and l.deleted_at is null) >= 20
  then
    raise exception 'A checklist has at most 20 lines, and this one has them.' using errcode = 'PL409';
  end if;
  return new;
end $$;
create trigger b_a_open before insert or update on general_task_lines for each row execute function app.require_open_task();

-- A task is open until it is begun or finished; what is over can be opened again. It is not done while a line of its checklist
-- is open that must be ticked.
create function app.keep_task_state() returns trigger language plpgsql as $$
declare
  open_lines text;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'OPEN' then raise exception 'a task begins open'; end if;
    new.done_at := null;
    new.done_by := null;
    return new;
  end if;
  if new.follows_id is distinct from old.follows_id then raise exception 'what a task follows never changes'; end if;
  if new.state = old.state then
    new.done_at := old.done_at;
    new.done_by := old.done_by;
    return new;
  end if;
  if (old.state, new.state) not in (('OPEN', 'DOING'), ('DOING', 'OPEN'), ('OPEN', 'DONE'), ('DOING', 'DONE'), ('OPEN', 'CANCELLED'),
    ('DOING', 'CANCELLED'), ('DONE', 'OPEN'), ('CANCELLED', 'OPEN'))
  then
    raise check_violation using message = 'move', constraint = '409 state A task that is {from} cannot become {to}',
      detail = jsonb_build_object('from', old.state, 'to', new.state);
  end if;
  if new.state = 'DONE' then
    select string_agg(l.text, ', ' order by l.position) into open_lines from general_task_lines l
    where l.tenant_id = new.tenant_id and l.task_id = new.id and l.deleted_at is null and l.is_required and not l.is_done;
    if open_lines is not null then
      raise check_violation using message = 'lines', constraint = '409 state Tick these first: {lines}',
        detail = jsonb_build_object('lines', open_lines);
    end if;
  end if;
  new.done_at := case when new.state = 'DONE' then clock_timestamp() end;
  new.done_by := case when new.state = 'DONE' then app.user_id() end;
  return new;
end $$;
create trigger b_state before insert or update on general_tasks for each row execute function app.keep_task_state();

-- What repeats is made anew when it is done, once: due on the next day of its series after the one it was due on, so that none is
-- left out by whoever is late. It takes along who may still see it, and what it is about while that is there.
create function app.make_next_task() returns trigger language plpgsql as $$
declare
  next_due date := app.next_due(new.repeat_from, new.repeat_every, new.repeat_unit, new.due_on);
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
create trigger next_task after update of state on general_tasks for each row
  when (old.state <> 'DONE' and new.state = 'DONE' and new.repeat_every is not null) execute function app.make_next_task();

-- Notes on general tasks.
alter table notes
  add column general_task_id uuid,
  drop constraint notes_check,
  add constraint notes_check
    check (num_nonnulls(contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id) = 1),
  alter column record_id set expression as
    (coalesce(contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id));
call app.reference('notes', 'general_task_id', 'general_tasks');
drop trigger b_unchanging on notes;
create trigger b_unchanging before update of contract_id, deposit_id, instrument_id, project_id, task_id, general_task_id, kind, text,
  happened_on on notes for each row execute function app.refuse_other_note();
call app.keep_audit('notes');
